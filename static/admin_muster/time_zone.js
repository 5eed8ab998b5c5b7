// Offers the time zone of whoever looks, unless they have said another before.
const zone = document.querySelector('select[name="zone"]');
if (zone && zone.value === 'UTC') {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ([...zone.options].some((option) => option.value === own)) zone.value = own;
}
