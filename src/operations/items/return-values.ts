/** What a write answers with. */
import type { ReturnValue } from '../../api/generated/dynamodb-types.js'
import { pickPaths } from '../../expressions/project.js'
import type { DocumentPath } from '../../model/document-path.js'
import { validation } from '../../model/errors.js'
import type { Item } from '../../model/item.js'
import type { ItemJson } from '../../model/item-json.js'
import type { WriteOutcome } from '../../items/write.js'
import { unreachable } from '../../stdx/assert.js'

/** Puts and deletes have no parts that were touched. */
export function requireOldOrNone(wanted: ReturnValue | undefined): void {
  if (wanted === undefined || wanted === 'NONE' || wanted === 'ALL_OLD') return
  throw validation('ReturnValues can only be ALL_OLD or NONE', 'return-values')
}

export function wantsOld(wanted: ReturnValue | undefined): boolean {
  return wanted === 'ALL_OLD'
}

/** Attributes of an update's answer; undefined when there are none to show. */
export function returnedAttributes(
  wanted: ReturnValue | undefined,
  { before, after }: WriteOutcome,
  touched: readonly DocumentPath[],
): Item | ItemJson | undefined {
  switch (wanted) {
    case undefined:
    case 'NONE':
      return undefined
    case 'ALL_OLD':
      return before?.json
    case 'ALL_NEW':
      return after?.json
    case 'UPDATED_OLD':
      return before && touchedPart(before.item, touched)
    case 'UPDATED_NEW':
      return after && touchedPart(after.item, touched)
    default:
      return unreachable(wanted)
  }
}

function touchedPart(item: Item, touched: readonly DocumentPath[]): Item | undefined {
  const part = pickPaths(item, touched)
  return Object.keys(part).length === 0 ? undefined : part
}
