/** The columns of a CSV file, or the attributes of plain JSON, and what becomes of them. */
import {
  typeOfValue,
  type AttributeValue,
  type Item,
  type ValueType,
} from '../../values/attribute-value.js'
import { isBase64 } from '../../values/base64.js'
import { numberFault } from '../../values/decimal.js'
import { JsonTextError, readJson } from '../../values/read-json.js'
import { readPlainNode } from '../../values/read-plain-json.js'
import type { KeyAttribute } from '../../values/validate-item.js'

/** `JSON` is a map, a list or any other value written as plain JSON; `auto` is what JSON says. */
export type ColumnType = 'S' | 'N' | 'BOOL' | 'B' | 'SS' | 'NS' | 'BS' | 'JSON' | 'auto' | 'skip'

export interface ColumnMapping {
  /** In the file. */
  readonly column: string
  /** In the item. */
  readonly attribute: string
  readonly type: ColumnType
}

/** What an empty cell means. */
export type EmptyCells = 'leave out' | 'empty text' | 'null'

/** Types by what the cells look like; a key has the type of the table. */
export function guessColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  keys: readonly KeyAttribute[],
): readonly ColumnMapping[] {
  return header.map((column, at) => {
    const key = keys.find(({ name }) => name === column)
    const cells = rows.map((row) => row[at] ?? '').filter((cell) => cell !== '')
    const type = key === undefined ? guessType(cells) : (key.type as ColumnType)
    return { column, attribute: column, type: column === '' ? 'skip' : type }
  })
}

/** Attributes of plain JSON: keys have the type of the table, others the one that JSON says. */
export function guessAttributes(
  items: readonly Item[],
  keys: readonly KeyAttribute[],
): readonly ColumnMapping[] {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))]
  return names.map((column) => {
    const key = keys.find(({ name }) => name === column)
    return {
      column,
      attribute: column,
      type: key === undefined ? 'auto' : (key.type as ColumnType),
    }
  })
}

function guessType(cells: readonly string[]): ColumnType {
  if (cells.length === 0) return 'S'
  if (cells.every(isPlainNumber)) return 'N'
  if (cells.every((cell) => /^(true|false)$/i.test(cell))) return 'BOOL'
  if (cells.every((cell) => /^[[{]/.test(cell.trim()) && isJson(cell))) return 'JSON'
  return 'S'
}

/** `007` and `+41…` are no numbers: they would lose what makes them different from 7. */
function isPlainNumber(cell: string): boolean {
  return (
    /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(cell) && numberFault(cell) === undefined
  )
}

function isJson(cell: string): boolean {
  try {
    readJson(cell)
    return true
  } catch {
    return false
  }
}

/** Undefined if the cell is left out. Throws what is wrong with it. */
export function cellValue(
  cell: string,
  type: ColumnType,
  empty: EmptyCells,
): AttributeValue | undefined {
  if (type === 'skip') return undefined
  if (cell === '') {
    if (empty === 'null') return { NULL: true }
    return empty === 'empty text' && type === 'S' ? { S: '' } : undefined
  }
  switch (type) {
    case 'S':
      return { S: cell }
    case 'N':
      if (numberFault(cell.trim()) !== undefined) throw new Error(`${cell} is not a number`)
      return { N: cell.trim() }
    case 'BOOL':
      if (!/^(true|false)$/i.test(cell.trim())) throw new Error(`${cell} is neither true nor false`)
      return { BOOL: cell.trim().toLowerCase() === 'true' }
    case 'B':
      if (!isBase64(cell.trim())) throw new Error('Not base64')
      return { B: cell.trim() }
    case 'SS':
    case 'NS':
    case 'BS':
      return { [type]: membersOf(cell) } as unknown as AttributeValue
    case 'JSON':
      return jsonValue(cell)
    case 'auto':
      return { S: cell }
  }
}

/** A set in a cell: a JSON list, or members between commas. */
function membersOf(cell: string): readonly string[] {
  const text = cell.trim()
  if (!text.startsWith('[')) return text.split(',').map((member) => member.trim())
  const node = readJson(text)
  if (node.kind !== 'array') return []
  return node.elements.map((element) => ('text' in element ? element.text : ''))
}

function jsonValue(cell: string): AttributeValue {
  try {
    const node = readJson(`{"value":${cell}}`)
    if (node.kind !== 'object') throw new Error('Not JSON')
    return readPlainNode(node, {}).item['value']!
  } catch (error) {
    if (error instanceof JsonTextError)
      throw new Error(`Not JSON: ${error.message}`, { cause: error })
    throw error
  }
}

/** A value of plain JSON in the type that was chosen for its attribute. Throws if it does not fit. */
export function typedValue(value: AttributeValue, type: ValueType | undefined): AttributeValue {
  if (type === undefined || typeOfValue(value) === type) return value
  if (type === 'N' && 'S' in value && numberFault(value.S) === undefined) return { N: value.S }
  if (type === 'S' && 'N' in value) return { S: value.N }
  if (type === 'B' && 'S' in value && isBase64(value.S)) return { B: value.S }
  if ('L' in value && (type === 'SS' || type === 'NS' || type === 'BS')) {
    const member = type.slice(0, 1)
    const members = value.L.map((element) => Object.entries(element)[0]! as [string, unknown])
    if (
      members.every(
        ([each, text]) => (each === member || type === 'BS') && typeof text === 'string',
      )
    ) {
      return { [type]: members.map(([, text]) => text) } as unknown as AttributeValue
    }
  }
  throw new Error(`It is not of type ${type}`)
}
