/** `gramme cost`: what a workload would cost on AWS in a month. */
import type { Bill } from '../../advice/bill.js'
import type { MonthlyUse } from '../../advice/monthly-use.js'
import type { Command } from '../command.js'
import { describedFlags, isDescribed, readDescribed } from '../described-workload.js'
import { readArguments, type Arguments, type Environment } from '../flags.js'
import { printRows } from '../print-rows.js'
import { readRecorded, recordedFlags, recordedNote, requirePrices } from '../recorded-workload.js'
import { UsageError } from '../usage-error.js'

export const costCommand: Command = {
  name: 'cost',
  summary: 'estimate what a workload costs on AWS in a month',
  usage: [
    'cost <file> [--region <region>] [--json]',
    'cost --reads-per-second 100 --writes-per-second 10 --item-bytes 1500 --stored-gb 20',
    'cost --recorded [--data-dir <folder> | --engine <address> | --endpoint <url>]',
  ],
  flags: [
    { flag: 'recorded', help: 'from the traffic that servers have recorded' },
    { flag: 'json', help: 'print JSON' },
    ...describedFlags,
    ...recordedFlags,
  ],
  notes: [
    'The file describes tables in JSON; docs/advice.md has an example. The options describe a single table. What AWS gives\naway each month is taken off.',
    recordedNote,
  ],
  async run(args, environment) {
    const given = readArguments(costCommand, args)
    const { region, uses, notes = [] } = await readUses(given, environment)
    const bill = await billIn(given, region, uses)
    if (given.flags.has('json'))
      process.stdout.write(`${JSON.stringify({ bill, uses, notes }, null, 2)}\n`)
    else await printBill(bill, notes)
  },
}

interface Uses {
  readonly region: string | undefined
  readonly uses: readonly MonthlyUse[]
  /** What a reader has to know about them. */
  readonly notes?: readonly string[]
}

async function readUses({ flags, words }: Arguments, environment: Environment): Promise<Uses> {
  if (!flags.has('recorded')) return readDescribed(flags, words)
  if (isDescribed(flags, words)) {
    throw new UsageError('--recorded cannot be used with a description.')
  }
  const { recordedUses } = await import('../../advice/recorded-use.js')
  const workloads = await readRecorded({ flags, environment, samples: false })
  const regions = new Set(workloads.map(({ scope }) => scope.region))
  if (regions.size > 1) {
    throw new UsageError(`There are tables in ${[...regions].join(', ')}: choose by --region.`)
  }
  const tables = workloads.flatMap((workload) => workload.tables)
  const { recordNotes } = await import('../../advice/advise.js')
  const { recordedMs } = await import('../../advice/workload.js')
  const recorded = tables.reduce((most, table) => Math.max(most, recordedMs(table)), 0)
  const notes = recordNotes(recorded, tables)
  return { region: [...regions][0], uses: tables.flatMap(recordedUses), notes }
}

async function billIn(
  { flags }: Arguments,
  region: string | undefined,
  uses: readonly MonthlyUse[],
): Promise<Bill> {
  const { billOf } = await import('../../advice/bill.js')
  const prices = await requirePrices(flags, region ?? 'us-east-1')
  return billOf(uses, prices, { withFreeBands: true })
}

async function printBill(bill: Bill, notes: readonly string[]): Promise<void> {
  const { billNotes, billRows } = await import('../../advice/show-bill.js')
  printRows(billRows(bill))
  process.stdout.write(`\n${[...notes, ...billNotes(bill)].join('\n')}\n`)
}
