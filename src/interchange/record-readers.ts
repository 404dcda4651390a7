/** Readers for the formats of files. */
import type { RawAttributeValue } from '../model/read-attribute-value.js'
import { parseJsonText, utf8Text } from '../stdx/json-text.js'
import { readChange, type ChangeLine } from './change-line.js'
import { CsvCutter } from './csv-cutter.js'
import { CsvRows, type CsvOptions } from './csv-rows.js'
import { CutRecords } from './cut-records.js'
import { IonCutter } from './ion/ion-cutter.js'
import { parseIon } from './ion/ion-parser.js'
import { JsonCutter } from './json-cutter.js'
import {
  isMap,
  readConditionalPut,
  readPut,
  type PutRecord,
  type RawMembers,
} from './put-record.js'
import { UnreadableText, type RecordReader } from './text-record.js'
import type { Item } from '../model/item.js'

export type FileFormat =
  | { readonly kind: 'DYNAMODB_JSON' }
  | { readonly kind: 'ION' }
  | { readonly kind: 'CSV'; readonly options: CsvOptions }

/** Reads items to be imported, from the record with this index on. */
export function itemReader(format: FileFormat, firstIndex = 0): RecordReader<PutRecord> {
  if (format.kind === 'CSV') return csvReader(format.options, firstIndex)
  const parse = format.kind === 'ION' ? ionPutMembers : jsonMembersOf
  return textReader(format.kind, (bytes) => readPut(parse(bytes)), firstIndex)
}

/** Reads items to be put, each of which may have a condition. */
export function conditionalPutReader(
  kind: 'DYNAMODB_JSON' | 'ION',
  firstIndex = 0,
): RecordReader<PutRecord> {
  const parse = kind === 'ION' ? ionPutMembers : jsonMembersOf
  return textReader(kind, (bytes) => readConditionalPut(parse(bytes)), firstIndex)
}

/** Reads the lines of an incremental export. */
export function changeReader(kind: 'DYNAMODB_JSON' | 'ION'): RecordReader<ChangeLine<Item>> {
  const parse = kind === 'ION' ? ionChangeMembers : jsonMembersOf
  return textReader(kind, (bytes) => readChange(parse(bytes)), 0)
}

function textReader<T>(
  kind: 'DYNAMODB_JSON' | 'ION',
  parse: (bytes: Buffer) => T,
  firstIndex: number,
): RecordReader<T> {
  const cutter = kind === 'ION' ? new IonCutter() : new JsonCutter()
  return new CutRecords({ cutter, parse }, firstIndex)
}

function csvReader(options: CsvOptions, firstIndex: number): RecordReader<PutRecord> {
  const rows = new CsvRows(options)
  const parse = (bytes: Buffer) => readPut({ Item: rows.readRow(bytes) })
  const readHeader =
    options.header === undefined ? (line: Buffer) => rows.readHeader(line) : undefined
  return new CutRecords({ cutter: new CsvCutter(), readHeader, parse }, firstIndex)
}

function jsonMembersOf(bytes: Buffer): RawMembers {
  const text = utf8Text(bytes)
  if (text === undefined) throw new UnreadableText('The text is not valid UTF-8')
  let parsed: unknown
  try {
    parsed = parseJsonText(text)
  } catch {
    throw new UnreadableText('The text cannot be parsed as JSON')
  }
  return parsed as RawMembers
}

/** The members as DynamoDB JSON would have them. */
function ionPutMembers(bytes: Buffer): RawMembers {
  const { Item, ConditionExpression, ...parameters } = ionMembers(bytes)
  const { ExpressionAttributeNames, ExpressionAttributeValues } = parameters
  return {
    Item: Item?.M,
    ConditionExpression: ConditionExpression?.S ?? ConditionExpression,
    ExpressionAttributeNames: ExpressionAttributeNames?.M && textsOf(ExpressionAttributeNames.M),
    ExpressionAttributeValues: ExpressionAttributeValues?.M,
  }
}

function ionChangeMembers(bytes: Buffer): RawMembers {
  const { Record: record } = ionMembers(bytes)
  const { Metadata, Keys, OldImage, NewImage } = record?.M ?? {}
  return { Metadata: Metadata?.M, Keys: Keys?.M, OldImage: OldImage?.M, NewImage: NewImage?.M }
}

function ionMembers(bytes: Buffer): { readonly [name: string]: RawAttributeValue | undefined } {
  const text = utf8Text(bytes)
  if (text === undefined) throw new UnreadableText('The text is not valid UTF-8')
  const { M } = parseIon(text)
  if (!isMap(M)) throw new UnreadableText('An Ion struct was expected')
  return M
}

function textsOf(map: { readonly [name: string]: RawAttributeValue }): RawMembers {
  return Object.fromEntries(Object.entries(map).map(([name, { S }]) => [name, S]))
}
