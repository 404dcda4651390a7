/**
 * Decoding shares what it was given: an object or list is built anew only when something in it
 * changed. Maps of strangers' names are rebuilt from entries, which define own members whatever the
 * name, `__proto__` included.
 */

/** In place of a member that goes away. */
export const dropped = Symbol('dropped')

export type JsonObject = { readonly [name: string]: unknown }

export function objectWithChanges(
  json: JsonObject,
  changes: ReadonlyMap<string, unknown> | undefined,
): JsonObject {
  if (changes === undefined) return json
  const entries: [string, unknown][] = []
  for (const name in json) {
    const value = changes.has(name) ? changes.get(name) : json[name]
    if (value !== dropped) entries.push([name, value])
  }
  return Object.fromEntries(entries)
}

export function listWithChanges(
  json: readonly unknown[],
  changes: ReadonlyMap<number, unknown> | undefined,
): readonly unknown[] {
  if (changes === undefined) return json
  return json.map((element, index) => (changes.has(index) ? changes.get(index) : element))
}
