/**
 * How names and values are written for PostgreSQL, and how its answers are read.
 *
 * The client sends parameters as text. Bytes are written in hexadecimal, which is twice their
 * length on the wire but costs neither side a search for characters to escape.
 */
import { assert } from '../../../stdx/assert.js'

export type Parameter = string | number | null

export interface SqlStatement {
  readonly text: string
  readonly parameters: readonly Parameter[]
}

/** The cells of a row as the server wrote them. */
export type SqlRow = readonly (Buffer | null)[]

/** Sends a statement and waits for its rows. */
export type RunStatement = (statement: SqlStatement) => Promise<readonly SqlRow[]>

/** Collects parameters while a text is built: each becomes the next `$n`. */
export class SqlParameters {
  readonly list: Parameter[] = []

  bytes(value: Uint8Array): string {
    return this.#add(byteaText(value), 'bytea')
  }

  bytesList(values: readonly Uint8Array[]): string {
    return this.#add(`{${values.map((value) => `"\\${byteaText(value)}"`).join(',')}}`, 'bytea[]')
  }

  /** Numbers beyond 2^53 come as text. */
  bigint(value: string | number): string {
    return this.#add(value, 'bigint')
  }

  bigintList(values: readonly (string | number)[]): string {
    return this.#add(`{${values.join(',')}}`, 'bigint[]')
  }

  #add(value: Parameter, type: string): string {
    return `$${this.list.push(value)}::${type}`
  }
}

function byteaText(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}

export function readBytes(cell: Buffer | null | undefined): Buffer {
  assert(cell !== null && cell !== undefined, 'a cell has a value')
  assert(cell[0] === 0x5c && cell[1] === 0x78, 'bytes come in hexadecimal')
  return Buffer.from(cell.toString('latin1', 2), 'hex')
}

export function readText(cell: Buffer | null | undefined): string {
  assert(cell !== null && cell !== undefined, 'a cell has a value')
  return cell.toString()
}

export function readNumber(cell: Buffer | null | undefined): number {
  const value = Number(readText(cell))
  assert(Number.isSafeInteger(value), 'a count can be counted')
  return value
}

const [zero, minus, comma] = [0x30, 0x2d, 0x2c]

/** Many short numbers between commas, parsed without creating a string for each. */
export function readNumbers(cell: Buffer | null | undefined): readonly number[] {
  assert(cell !== null && cell !== undefined, 'a cell has a value')
  const numbers: number[] = []
  let [number, sign] = [0, 1]
  for (const byte of cell) {
    if (byte === minus) sign = -1
    else if (byte !== comma) number = number * 10 + (byte - zero)
    else {
      numbers.push(sign * number)
      ;[number, sign] = [0, 1]
    }
  }
  numbers.push(sign * number)
  return numbers
}

export function readFlag(cell: Buffer | null | undefined): boolean {
  return readText(cell) === 't'
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The server cuts longer names without a warning. */
const nameBytesMax = 63

/** A name that shows the label to people and is made unique by the id. */
export function relationNameOf(label: string, id: number): string {
  const plain = label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const ending = `_${id}`
  return `${plain.slice(0, nameBytesMax - ending.length) || 'space'}${ending}`
}
