// The document's language follows the interface's, for screen readers, hyphens and fonts.

export default function ({ data }) {
  if (data?.language) document.documentElement.lang = data.language;
}
