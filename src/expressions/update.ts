/**
 * An update with every name and value filled in. The paths that its actions write never overlap, so
 * the order of the actions does not matter: each reads the item as it was before.
 */
import type { DocumentPath } from '../model/document-path.js'
import type { PathOperand, ValueOperand } from './condition.js'

export type UpdateOperand =
  | PathOperand
  | ValueOperand
  | {
      readonly kind: 'if-not-exists'
      readonly path: DocumentPath
      readonly fallback: UpdateOperand
    }
  | {
      readonly kind: 'list-append' | 'plus' | 'minus'
      readonly left: UpdateOperand
      readonly right: UpdateOperand
    }

export type UpdateAction =
  | { readonly kind: 'set'; readonly path: DocumentPath; readonly operand: UpdateOperand }
  | { readonly kind: 'remove'; readonly path: DocumentPath }
  | { readonly kind: 'add' | 'delete'; readonly path: DocumentPath; readonly operand: ValueOperand }

export interface Update {
  readonly actions: readonly UpdateAction[]
  /** AttributeUpdates has its own sentence for a stored value of the wrong type. */
  readonly style: 'expression' | 'legacy'
}

/** AWS: an update that only removes does not create an item; an empty one does. */
export function removesOnly(update: Update): boolean {
  const { actions } = update
  return actions.length > 0 && actions.every(({ kind }) => kind === 'remove' || kind === 'delete')
}
