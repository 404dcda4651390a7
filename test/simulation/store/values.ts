/** Items as the wire has them, and the few kinds of attributes that the simulation uses. */
export type Value = { readonly S: string } | { readonly N: string }
export type Item = Readonly<Record<string, Value>>

export function text(value: string): Value {
  return { S: value }
}

export function number(value: number): Value {
  return { N: String(value) }
}

export function textIn(item: Item, name: string): string | undefined {
  const value = item[name]
  return value !== undefined && 'S' in value ? value.S : undefined
}

export function numberIn(item: Item, name: string): number | undefined {
  const value = item[name]
  return value !== undefined && 'N' in value ? Number(value.N) : undefined
}

export function without(item: Item, name: string): Item {
  return Object.fromEntries(Object.entries(item).filter(([each]) => each !== name))
}

export function pick(item: Item, names: readonly string[]): Item {
  return Object.fromEntries(names.flatMap((name) => (name in item ? [[name, item[name]!]] : [])))
}
