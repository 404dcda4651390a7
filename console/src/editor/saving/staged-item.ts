/** An item while it is edited: nothing is sent, every step can be taken back. */
import type { Item } from '../../values/attribute-value.js'
import { stagedStepsMax } from '../limits.js'

export interface StagedItem {
  readonly item: Item
  readonly past: readonly Item[]
  readonly future: readonly Item[]
  /** What the last step edited: typing on in one field is one step. */
  readonly place: string | undefined
}

export function stagedItem(item: Item): StagedItem {
  return { item, past: [], future: [], place: undefined }
}

export function staged(state: StagedItem, item: Item, place?: string): StagedItem {
  if (place !== undefined && place === state.place) return { ...state, item, future: [] }
  return { item, past: [...state.past, state.item].slice(-stagedStepsMax), future: [], place }
}

export function stepBack(state: StagedItem): StagedItem {
  const previous = state.past.at(-1)
  if (previous === undefined) return state
  return {
    item: previous,
    past: state.past.slice(0, -1),
    future: [state.item, ...state.future],
    place: undefined,
  }
}

export function stepForward(state: StagedItem): StagedItem {
  const [next, ...future] = state.future
  if (next === undefined) return state
  return { item: next, past: [...state.past, state.item], future, place: undefined }
}
