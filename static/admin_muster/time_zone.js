// Offers the time zone of the browser, unless the user has chosen another before.
const zone = document.querySelector('select[name="zone"]');
if (zone && zone.value === 'UTC') {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ([...zone.options].some((option) => option.value === own)) zone.value = own;
}
