/** How deeply an input is nested, which decides whether the service checks it the newer way. */

/** Values of up to 62 levels, each of two containers, in a member of the input. */
const newerContainersMax = 126

/** AWS: an input with a value deeper than 62 levels is checked as before 2026. */
export function isNestedBeyondNewer(input: unknown): boolean {
  return isNestedBeyond(input, newerContainersMax)
}

/** Whether the JSON has containers in more than this number of levels, itself the first. */
function isNestedBeyond(json: unknown, levels: number): boolean {
  if (typeof json !== 'object' || json === null) return false
  return levels === 0 || Object.values(json).some((inner) => isNestedBeyond(inner, levels - 1))
}
