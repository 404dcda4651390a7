/**
 * The rows of a CSV file as items. Every column is a string except the key attributes of the table
 * and its indexes, which have their declared types. Empty columns are left out.
 */
import type { KeyType } from '../model/attribute-value.js'
import { validation } from '../model/errors.js'
import type { RawAttributeMap, RawAttributeValue } from '../model/read-attribute-value.js'
import { utf8Text } from '../stdx/json-text.js'
import { csvFields } from './csv-fields.js'
import { csvColumnsMax } from './limits.js'
import { UnreadableText } from './text-record.js'

export interface CsvOptions {
  /** One character; a comma if absent. */
  readonly delimiter?: string | undefined
  /** The names of the columns; the first line of a file has them if absent. */
  readonly header?: readonly string[] | undefined
  /** The types of the attributes that are keys, of the table or of an index. */
  readonly keyTypes: ReadonlyMap<string, KeyType>
}

export class CsvRows {
  readonly #delimiter: string
  readonly #keyTypes: ReadonlyMap<string, KeyType>
  #header: readonly string[] = []

  constructor({ delimiter = ',', header, keyTypes }: CsvOptions) {
    this.#delimiter = delimiter
    this.#keyTypes = keyTypes
    if (header !== undefined) this.#header = header
  }

  readHeader(line: Buffer): void {
    const names = csvFields(textOf(line), this.#delimiter)
    if (names.length > csvColumnsMax) throw new UnreadableText('The header has too many columns')
    if (names.includes('')) throw new UnreadableText('The header has a column without a name')
    if (new Set(names).size < names.length) {
      throw new UnreadableText('The header has a column twice')
    }
    this.#header = names
  }

  readRow(line: Buffer): RawAttributeMap {
    const fields = csvFields(textOf(line), this.#delimiter)
    if (fields.length !== this.#header.length) {
      throw validation(
        `The line has ${fields.length} columns, but the header has ${this.#header.length}`,
      )
    }
    const members: [string, RawAttributeValue][] = []
    for (const [i, text] of fields.entries()) {
      const name = this.#header[i]!
      if (text !== '') members.push([name, { [this.#keyTypes.get(name) ?? 'S']: text }])
    }
    return Object.fromEntries(members)
  }
}

function textOf(line: Buffer): string {
  const text = utf8Text(line)
  if (text === undefined) throw new UnreadableText('The line is not valid UTF-8')
  return text
}
