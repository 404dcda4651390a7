/** Attribute values as Ion text, in the form that exports of the service have. */
import { typeOf, type AttributeMap, type AttributeValue } from '../../model/attribute-value.js'
import { unreachable } from '../../stdx/assert.js'
import { ionDecimal } from './ion-number.js'

export function ionStruct(map: AttributeMap): string {
  const members: string[] = []
  for (const name in map) members.push(`${fieldName(name)}:${ionValue(map[name]!)}`)
  return `{${members.join(',')}}`
}

function ionValue(value: AttributeValue): string {
  const type = typeOf(value)
  switch (type) {
    case 'S':
      return quoted((value as { S: string }).S, '"')
    case 'N':
      return ionDecimal((value as { N: string }).N)
    case 'B':
      return blob((value as { B: string }).B)
    case 'BOOL':
      return String((value as { BOOL: boolean }).BOOL)
    case 'NULL':
      return 'null'
    case 'SS':
      return set(type, (value as { SS: readonly string[] }).SS, (member) => quoted(member, '"'))
    case 'NS':
      return set(type, (value as { NS: readonly string[] }).NS, ionDecimal)
    case 'BS':
      return set(type, (value as { BS: readonly string[] }).BS, blob)
    case 'L':
      return `[${(value as { L: readonly AttributeValue[] }).L.map(ionValue).join(',')}]`
    case 'M':
      return ionStruct((value as { M: AttributeMap }).M)
    default:
      return unreachable(type)
  }
}

function set(type: string, members: readonly string[], write: (member: string) => string): string {
  return `$dynamodb_${type}::[${members.map(write).join(',')}]`
}

function blob(base64: string): string {
  return `{{${base64}}}`
}

const bareName = /^[A-Za-z_$][A-Za-z0-9_$]*$/
/** Words that mean something else without quotes; `$7` would be an entry of a symbol table. */
const reservedName = /^(?:null|true|false|nan|\$\d+)$/

function fieldName(name: string): string {
  return bareName.test(name) && !reservedName.test(name) ? name : quoted(name, "'")
}

function quoted(text: string, mark: '"' | "'"): string {
  return mark + text.replace(mark === '"' ? escapedInString : escapedInSymbol, escapeOf) + mark
}

// eslint-disable-next-line no-control-regex -- control characters are what is escaped
const escapedInString = /["\\\x00-\x1f\x7f-\x9f]/g
// eslint-disable-next-line no-control-regex -- control characters are what is escaped
const escapedInSymbol = /['\\\x00-\x1f\x7f-\x9f]/g

const shortEscapes: Readonly<Record<string, string>> = {
  '\0': '\\0',
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  "'": "\\'",
  '\\': '\\\\',
}

function escapeOf(unit: string): string {
  return shortEscapes[unit] ?? `\\x${unit.charCodeAt(0).toString(16).padStart(2, '0')}`
}
