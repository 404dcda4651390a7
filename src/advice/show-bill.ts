/** A bill as rows of text: what, how much, at which price, how many dollars. */
import type { Bill, BilledItem, BillLine } from './bill.js'
import { shownNumber, shownUsd } from './show-figures.js'

const nouns: Readonly<Record<BilledItem, string>> = {
  readRequests: 'on-demand reads',
  writeRequests: 'on-demand writes',
  readUnitHours: 'provisioned reads',
  writeUnitHours: 'provisioned writes',
  storage: 'storage',
  recovery: 'point-in-time recovery',
  streamReads: 'stream reads',
}

const units: Readonly<Record<BilledItem, string>> = {
  readRequests: 'units',
  writeRequests: 'units',
  readUnitHours: 'unit hours',
  writeUnitHours: 'unit hours',
  storage: 'GB',
  recovery: 'GB',
  streamReads: 'calls',
}

/** The first row is the head, the last the sum. */
export function billRows({ lines, usd }: Bill): readonly (readonly string[])[] {
  return [
    ['ITEM', 'QUANTITY', 'FREE', 'PRICE', 'A MONTH'],
    ...lines.map(rowOf),
    ['total', '', '', '', shownUsd(usd)],
  ]
}

function rowOf({ item, tableClass, quantity, freeQuantity, per, price, usd }: BillLine) {
  const noun = tableClass === 'infrequent-access' ? `${nouns[item]}, ${tableClass}` : nouns[item]
  const unit = units[item]
  const shownPrice = price && `$${price.usd}${per === 1 ? '' : ` per ${shownNumber(per)}`}`
  return [
    noun,
    `${shownNumber(quantity)} ${unit}`,
    freeQuantity === 0 ? '-' : `${shownNumber(freeQuantity)} ${unit}`,
    shownPrice === undefined ? 'not known' : `${shownPrice}${price!.isListed ? '' : ' *'}`,
    usd === undefined ? '?' : shownUsd(usd),
  ]
}

/** What a reader has to know about the figures. */
export function billNotes({ region, pricesAsOf, isVerified, isComplete }: Bill): readonly string[] {
  const notes = [`Prices of ${region}, as of ${pricesAsOf}, before taxes and discounts.`]
  if (!isVerified) {
    notes.push('Prices with * are from memory of November 2024: check them before use.')
  }
  if (!isComplete) notes.push('What has no known price is not in the total.')
  return notes
}
