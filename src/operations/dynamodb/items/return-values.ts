/** The attributes that a write returns. */
import type { ReturnValue } from '../../../api/generated/dynamodb-types.js'
import { isNestedBeyondNewer } from '../../../api/nesting.js'
import type { DocumentPath } from '../../../model/document-path.js'
import { validation } from '../../../model/errors.js'
import type { Item } from '../../../model/item.js'
import type { ItemJson } from '../../../model/item-json.js'
import type { WriteOutcome } from '../../../items/write/write.js'
import { writtenImage, type WrittenImage } from '../../../items/write/written-image.js'

/** Puts and deletes have no updated attributes to return. */
export function requireOldOrNone(wanted: ReturnValue | undefined): void {
  if (wanted === undefined || allowed.has(wanted)) return
  throw validation(oldOrNone, 'return-values')
}

const allowed: ReadonlySet<ReturnValue> = new Set(['NONE', 'ALL_OLD'])
const oldOrNone = 'ReturnValues can only be ALL_OLD or NONE'

/** AWS: with a value too deep for the newer checks, this comes before the values, and bare. */
export function requireOldOrNoneFirst(input: { readonly ReturnValues?: ReturnValue }): void {
  const { ReturnValues: wanted } = input
  if (wanted === undefined || allowed.has(wanted) || !isNestedBeyondNewer(input)) return
  throw validation(oldOrNone)
}

export function wantsOld(wanted: ReturnValue | undefined): boolean {
  return wanted === 'ALL_OLD'
}

/** The attributes in an update's answer; undefined if there are none to show. */
export function returnedAttributes(
  wanted: ReturnValue | undefined,
  outcome: WriteOutcome,
  touched: readonly DocumentPath[],
): Item | ItemJson | undefined {
  if (wanted === undefined || wanted === 'NONE') return undefined
  return writtenImage(images[wanted], outcome, touched)
}

const images: Readonly<Record<Exclude<ReturnValue, 'NONE'>, WrittenImage>> = {
  ALL_OLD: { extent: 'all', image: 'old' },
  ALL_NEW: { extent: 'all', image: 'new' },
  UPDATED_OLD: { extent: 'modified', image: 'old' },
  UPDATED_NEW: { extent: 'modified', image: 'new' },
}
