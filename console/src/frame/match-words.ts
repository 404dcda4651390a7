/** Whether every word of what was typed is in a text: `mu it` finds `Music items`. */
export function matchesWords(text: string, typed: string): boolean {
  const lower = text.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}
