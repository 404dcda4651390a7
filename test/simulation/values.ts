/**
 * Values of the independent model: equality, order, and one spelling for each value.
 *
 * Written from the documentation and not from `src/`, and small: numbers are quarters within a
 * range that doubles hold exactly.
 */
export interface Value {
  readonly S?: string
  readonly N?: string
  readonly B?: string
  readonly BOOL?: boolean
  readonly NULL?: true
  readonly SS?: readonly string[]
  readonly NS?: readonly string[]
  readonly BS?: readonly string[]
  readonly L?: readonly Value[]
  readonly M?: Readonly<Record<string, Value>>
}

export type Document = Readonly<Record<string, Value>>

export type ValueType = keyof Value

export function typeOf(value: Value): ValueType {
  return Object.keys(value)[0] as ValueType
}

/** Equal values have equal spellings: sets and maps sorted, numbers in plain form. */
export function spell(value: Value): string {
  const type = typeOf(value)
  return `${type}:${JSON.stringify(content(value, type))}`
}

function content(value: Value, type: ValueType): unknown {
  if (type === 'N') return Number(value.N)
  if (type === 'SS') return value.SS!.toSorted()
  if (type === 'BS') return value.BS!.toSorted()
  if (type === 'NS') return value.NS!.map(Number).toSorted((a, b) => a - b)
  if (type === 'L') return value.L!.map(spell)
  if (type === 'M') return spellDocument(value.M!)
  return value[type]
}

export function spellDocument(document: Document): readonly string[] {
  return Object.entries(document)
    .map(([name, value]) => `${name}=${spell(value)}`)
    .toSorted()
}

export function areEqual(a: Value, b: Value): boolean {
  return spell(a) === spell(b)
}

/** Below zero if `a` comes first; undefined if the two have no order. */
export function compare(a: Value, b: Value): number | undefined {
  if (a.N !== undefined && b.N !== undefined) return Number(a.N) - Number(b.N)
  if (a.S !== undefined && b.S !== undefined) return bytesOf(a).compare(bytesOf(b))
  if (a.B !== undefined && b.B !== undefined) return bytesOf(a).compare(bytesOf(b))
  return undefined
}

/** The bytes by which strings and binaries are ordered. */
export function bytesOf(value: Value): Buffer {
  return value.S === undefined ? Buffer.from(value.B!, 'base64') : Buffer.from(value.S)
}
