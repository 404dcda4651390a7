/** `gramme cost`: what a workload would cost on AWS in a month. */
import type { Bill } from '../../advice/bill.js'
import type { MonthlyUse } from '../../advice/monthly-use.js'
import type { Command } from '../command.js'
import { describedFlags, readDescribed } from '../described-workload.js'
import { readArguments } from '../flags.js'
import { printRows } from '../print-rows.js'
import { UsageError } from '../usage-error.js'

export const costCommand: Command = {
  name: 'cost',
  summary: 'estimate what a workload costs on AWS in a month',
  usage: [
    'cost <file> [--region <region>] [--json]',
    'cost --reads-per-second 100 --writes-per-second 10 --item-bytes 1500 --stored-gb 20',
  ],
  flags: [
    { flag: 'region', placeholder: 'region', help: 'whose prices (us-east-1)' },
    { flag: 'json', help: 'print JSON' },
    ...describedFlags,
  ],
  notes: [
    'The file describes tables in JSON; docs/advice.md has an example. The options describe a single table.\nWhat AWS gives away each month is taken off.',
  ],
  async run(args) {
    const { flags, words } = readArguments(costCommand, args)
    const { region, uses } = await readDescribed(flags, words)
    const bill = await billIn(region ?? 'us-east-1', uses)
    if (flags.has('json')) process.stdout.write(`${JSON.stringify({ bill, uses }, null, 2)}\n`)
    else await printBill(bill)
  },
}

async function billIn(region: string, uses: readonly MonthlyUse[]): Promise<Bill> {
  const { billOf } = await import('../../advice/bill.js')
  const { findPrices, pricedRegions } = await import('../../advice/price-table.js')
  const prices = findPrices(region)
  if (prices !== undefined) return billOf(uses, prices, { withFreeBands: true })
  throw new UsageError(
    `The prices of ${region} are not known; those of ${pricedRegions.join(', ')} are.`,
  )
}

async function printBill(bill: Bill): Promise<void> {
  const { billNotes, billRows } = await import('../../advice/show-bill.js')
  printRows(billRows(bill))
  process.stdout.write(`\n${billNotes(bill).join('\n')}\n`)
}
