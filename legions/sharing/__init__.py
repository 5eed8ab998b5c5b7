"""Lists shown to others: share links, the gallery, preview images, exports and receipts."""
