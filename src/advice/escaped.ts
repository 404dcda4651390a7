/** Text as it may stand in a page. */
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}
