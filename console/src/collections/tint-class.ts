/** As many as there are in the tokens; more entities share them. */
const tintCount = 8

export function tintClass(tint: number): string {
  return `entity-tint-${(tint % tintCount) + 1}`
}
