/**
 * Decoding shares its input: an object or list is copied only if something in it changed. Maps with
 * untrusted names are rebuilt from entries, which define own members whatever the name, including
 * `__proto__`.
 */

/** Replaces a member that decoding drops. */
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
