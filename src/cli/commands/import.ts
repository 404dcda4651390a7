/** `gramme import`: makes a table from files as ImportTable does. */
import { sharedScope } from '../../model/arn.js'
import type { KeyAttribute } from '../../model/key-schema.js'
import type { ImportReport } from '../../server/import-data.js'
import type { Command } from '../command.js'
import { readFlags, textOf, type Flag, type GivenFlags } from '../flags.js'
import { Progress, shownCount } from '../progress.js'
import { readServerOptions, serverFlags, storeOptions } from '../server-options.js'
import { accountFlag, chosenOf, readScope, regionFlag } from '../transfer-flags.js'
import { UsageError } from '../usage-error.js'

const table: Flag = { flag: 'table', placeholder: 'name', help: 'table to make' }
const from: Flag = {
  flag: 'from',
  placeholder: 'place',
  help: 'a file, a folder or s3://bucket/prefix',
}
const format: Flag = {
  flag: 'format',
  placeholder: 'format',
  help: 'dynamodb-json, ion or csv',
}
const compression: Flag = {
  flag: 'compression',
  placeholder: 'kind',
  help: 'gzip, zstd or none (by the ending of the first file)',
}
const key: Flag = {
  flag: 'key',
  placeholder: 'name:type',
  help: 'partition key, such as id:S; the type is S, N or B',
}
const sortKey: Flag = { flag: 'sort-key', placeholder: 'name:type', help: 'sort key (none)' }
const delimiter: Flag = {
  flag: 'delimiter',
  placeholder: 'text',
  help: 'what is between the fields of CSV (,)',
}
const header: Flag = {
  flag: 'header',
  placeholder: 'names',
  help: "names of CSV's fields, separated by commas (the first line)",
}
const formats = { 'dynamodb-json': 'DYNAMODB_JSON', ion: 'ION', csv: 'CSV' } as const
const compressions = { gzip: 'GZIP', zstd: 'ZSTD', none: 'NONE' } as const
const options = [...storeOptions, 's3Endpoint'] as const

export const importCommand: Command = {
  name: 'import',
  summary: 'make a table from files, while no server uses the store',
  usage: ['import --table <name> --from <place> --format <format> --key <name:type>'],
  flags: [
    ...[table, from, format, compression, key, sortKey, delimiter, header],
    ...[regionFlag, accountFlag],
    ...serverFlags(options),
  ],
  notes: [
    `The new table is on demand, and in ${sharedScope.region} of account ${sharedScope.account} unless other ones are\ngiven. All files of a folder are read; of an export, name the folder data. Items that are refused do\nnot keep the others from being imported. Run the command again if it was interrupted.`,
  ],
  async run(args, environment) {
    const flags = readFlags(importCommand, args)
    const wish = readWish(flags)
    const store = readServerOptions(flags, environment, options)
    const { importData } = await import('../../server/import-data.js')
    const progress = new Progress('import')
    const onProgress = progress.update.bind(progress)
    const made = await importData(store, { ...wish, onProgress }).finally(() => progress.end())
    process.stdout.write(`imported ${wish.table}: ${shownCount(made.imported)} items\n`)
    if (made.errors > 0) throw new Error(refusal(made))
    process.stdout.write('ok\n')
  },
}

function readWish(flags: GivenFlags) {
  const chosenFormat = chosenOf(flags, format.flag, formats)
  const wish = {
    table: needed(flags, table, 'the name of a new table'),
    from: needed(flags, from, from.help),
    key: keyOf(key, needed(flags, key, 'the partition key, such as id:S')),
  }
  if (chosenFormat === undefined)
    throw new UsageError(`gramme import needs --format: ${format.help}.`)
  const [sort, between, names] = [sortKey, delimiter, header].map(({ flag }) => textOf(flags, flag))
  const csvOnly = [delimiter, header].find(({ flag }) => flags.has(flag))
  if (chosenFormat !== 'CSV' && csvOnly !== undefined) {
    throw new UsageError(`--${csvOnly.flag} is for --format csv.`)
  }
  const kind = chosenOf(flags, compression.flag, compressions)
  return {
    account: sharedScope.account,
    region: sharedScope.region,
    ...readScope(flags),
    ...wish,
    format: chosenFormat,
    ...(kind !== undefined && { compression: kind }),
    ...(sort !== undefined && { sortKey: keyOf(sortKey, sort) }),
    ...(between !== undefined && { delimiter: between }),
    ...(names !== undefined && { header: names.split(',') }),
  }
}

function needed(flags: GivenFlags, { flag }: Flag, what: string): string {
  const text = textOf(flags, flag)
  if (text === undefined) throw new UsageError(`gramme import needs --${flag}: ${what}.`)
  return text
}

/** A name may have colons. */
function keyOf({ flag }: Flag, text: string): KeyAttribute {
  const [, name, type] = /^(.+):([SNB])$/.exec(text) ?? []
  if (name === undefined) {
    throw new UsageError(
      `--${flag} must be a name and a type (S, N or B), as in id:S, not '${text}'.`,
    )
  }
  return { name, type: type as KeyAttribute['type'] }
}

function refusal({ errors, refused }: ImportReport): string {
  const lines = refused.map(({ file, record, message }) => `${file}, record ${record}: ${message}`)
  const more = errors - refused.length
  const rest = more > 0 ? [`and ${shownCount(more)} more`] : []
  const count = errors === 1 ? '1 record was' : `${shownCount(errors)} records were`
  return [`${count} not imported:`, ...lines, ...rest].join('\n')
}
