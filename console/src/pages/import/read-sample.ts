/** The beginning of a file: its format, its columns as guessed, and a few rows to show. */
import type { Item } from '../../values/attribute-value.js'
import { printValue } from '../../values/print-value.js'
import { readPlainNode } from '../../values/read-plain-json.js'
import type { KeyAttribute } from '../../values/validate-item.js'
import { guessAttributes, guessColumns, type ColumnMapping } from './columns.js'
import { formatOf, sampleOf, type FileFormat } from './file-format.js'
import { textOf, type NamedFile } from './file-text.js'
import { sampleRecordsMax, shownRecordsMax } from './limits.js'
import { splitCsv } from './split-records.js'

export interface FileSample {
  readonly format: FileFormat
  /** Empty for DynamoDB JSON, which says everything itself. */
  readonly columns: readonly ColumnMapping[]
  /** Of each column, a few values. */
  readonly examples: readonly (readonly string[])[]
}

export async function readSample(
  file: NamedFile,
  keys: readonly KeyAttribute[],
): Promise<FileSample> {
  const format = await formatOf(file)
  if (format.kind === 'dynamodb') return { format, columns: [], examples: [] }
  return format.kind === 'csv' ? csvSample(file, format, keys) : plainSample(file, format, keys)
}

async function csvSample(
  file: NamedFile,
  format: Extract<FileFormat, { kind: 'csv' }>,
  keys: readonly KeyAttribute[],
): Promise<FileSample> {
  const rows: (readonly string[])[] = []
  for await (const { cells } of splitCsv(textOf(file), format.delimiter)) {
    rows.push(cells)
    if (rows.length > sampleRecordsMax) break
  }
  const [header = [], ...rest] = rows
  const examples = header.map((_, at) =>
    rest
      .map((row) => row[at] ?? '')
      .filter((cell) => cell !== '')
      .slice(0, shownRecordsMax),
  )
  return { format, columns: guessColumns(header, rest, keys), examples }
}

async function plainSample(
  file: NamedFile,
  format: FileFormat,
  keys: readonly KeyAttribute[],
): Promise<FileSample> {
  const items: readonly Item[] = (await sampleOf(file)).map((node) => readPlainNode(node, {}).item)
  const columns = guessAttributes(items, keys)
  const examples = columns.map(({ column }) =>
    items
      .filter((item) => Object.hasOwn(item, column))
      .slice(0, shownRecordsMax)
      .map((item) => printValue(item[column]!, 60)),
  )
  return { format, columns, examples }
}

const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
}

export function formatName(format: FileFormat): string {
  switch (format.kind) {
    case 'csv':
      return `CSV, divided by ${delimiterNames[format.delimiter] ?? format.delimiter}`
    case 'plain':
      return 'Plain JSON'
    case 'dynamodb':
      return format.wrapper === undefined ? 'DynamoDB JSON' : `DynamoDB JSON, in ${format.wrapper}`
  }
}
