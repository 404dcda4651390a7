/** `gramme verify`: says `ok` when a data folder agrees with itself, and what does not when it does not. */
import type { GrammeOptions } from '../server/options.js'
import { verifyData } from '../server/verify-data.js'

export async function verify(options: GrammeOptions): Promise<void> {
  const { tables, items, faults } = await verifyData(options)
  if (faults.length > 0)
    throw new Error(`the data does not agree with itself\n${faults.join('\n')}`)
  process.stdout.write(`ok: ${tables} tables, ${items} items\n`)
}
