/** A workload from a file, or from flags that describe a single table; both are read alike. */
import type { Description } from '../advice/describe-use.js'
import { textOf, type Flag, type GivenFlags } from './flags.js'
import { UsageError } from './usage-error.js'

interface DescribedFlag extends Flag {
  /** What the description calls it. */
  readonly member: string
  readonly isText?: true
}

const numbers = [
  ['reads-per-second', 'readsPerSecond', 'reads in a second, on average'],
  ['reads-per-month', 'readsPerMonth', 'reads in a month'],
  ['writes-per-second', 'writesPerSecond', 'writes in a second, on average'],
  ['writes-per-month', 'writesPerMonth', 'writes in a month'],
  ['item-bytes', 'itemBytes', 'the size of an item (1024)'],
  ['items', 'items', 'how many items there are'],
  ['stored-gb', 'storedGb', 'what is stored, instead of --items'],
  ['read-units', 'readUnits', 'provisioned read units'],
  ['write-units', 'writeUnits', 'provisioned write units'],
  ['stream-reads-per-month', 'streamReadsPerMonth', 'calls of GetRecords in a month'],
] as const

const table: readonly DescribedFlag[] = [
  ...numbers.map(([flag, member, help]) => ({ flag, placeholder: 'number', member, help })),
  {
    flag: 'consistency',
    placeholder: 'kind',
    member: 'consistency',
    isText: true,
    help: 'of reads: eventual, strong or transactional (eventual)',
  },
  {
    flag: 'billing',
    placeholder: 'mode',
    member: 'billing',
    isText: true,
    help: 'on-demand or provisioned (on-demand)',
  },
  {
    flag: 'table-class',
    placeholder: 'class',
    member: 'tableClass',
    isText: true,
    help: 'standard or infrequent-access (standard)',
  },
  { flag: 'transactional-writes', member: 'transactionalWrites', help: 'writes are transactions' },
  {
    flag: 'point-in-time-recovery',
    member: 'pointInTimeRecovery',
    help: 'point-in-time recovery is on',
  },
]

export const describedFlags: readonly Flag[] = table

export function isDescribed(flags: GivenFlags, words: readonly string[]): boolean {
  return words.length > 0 || table.some(({ flag }) => flags.has(flag))
}

export async function readDescribed(
  flags: GivenFlags,
  words: readonly string[],
): Promise<Description> {
  const given = table.filter(({ flag }) => flags.has(flag))
  if (words.length > 1) throw new UsageError(`gramme cost takes one file, not '${words[1]}' too.`)
  const [file] = words
  if (file !== undefined && given.length > 0) {
    throw new UsageError(`--${given[0]!.flag} cannot be used with a file.`)
  }
  if (file === undefined && given.length === 0) {
    throw new UsageError('Describe a workload in a file or by options; see gramme help cost.')
  }
  const { DescriptionFault, readDescription } = await import('../advice/describe-use.js')
  const json = file === undefined ? describedByFlags(flags, given) : await readJson(file)
  try {
    const { region, uses } = readDescription(json)
    return { region: textOf(flags, 'region') ?? region, uses }
  } catch (error) {
    throw error instanceof DescriptionFault ? new UsageError(error.message) : error
  }
}

function describedByFlags(flags: GivenFlags, given: readonly DescribedFlag[]) {
  const members = given.map((entry) => [entry.member, valueOf(flags, entry)] as const)
  return { tables: [Object.fromEntries(members)] }
}

function valueOf(flags: GivenFlags, { flag, placeholder, isText }: DescribedFlag): unknown {
  if (placeholder === undefined) return true
  const text = textOf(flags, flag)!
  if (isText) return text
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return value
  throw new UsageError(`--${flag} must be a number that is not negative, not '${text}'.`)
}

async function readJson(file: string): Promise<unknown> {
  const { readFile } = await import('node:fs/promises')
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}.`)
  })
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}.`)
  }
}
