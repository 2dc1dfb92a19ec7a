// The document's language follows the interface's, for screen readers, hyphens and fonts; and its colours the theme's:
// menus and dialogs stand beside the page, which alone is told whether it is dark.

let watched = null;

export default function ({ data }) {
  if (data?.language) document.documentElement.lang = data.language;
  const page = document.querySelector('[data-testid="stApp"]');
  if (!page || page === watched) return;
  watched = page;
  const follow = () => (document.documentElement.style.colorScheme = getComputedStyle(page).colorScheme);
  new MutationObserver(follow).observe(page, { attributeFilter: ["class", "style"] });
  follow();
}
