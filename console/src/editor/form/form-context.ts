/** What all fields of a form share: the item that was read, what is wrong, and how to change. */
import { createContext, useContext } from 'react'
import { printPath } from '../../values/attribute-path.js'
import type { AttributeValue, Item } from '../../values/attribute-value.js'
import type { TableKeys } from '../table-keys.js'

export type Steps = readonly (string | number)[]

export interface FormContext {
  readonly keys: TableKeys
  /** Undefined if the item is new. */
  readonly read: Item | undefined
  /** By printed path. */
  readonly problems: ReadonlyMap<string, string>
  /** `undefined` takes the value away. */
  readonly change: (path: Steps, value: AttributeValue | undefined) => void
  readonly rename: (parent: Steps, from: string, to: string) => void
}

export const FormParts = createContext<FormContext | undefined>(undefined)

export function useFormParts(): FormContext {
  const parts = useContext(FormParts)
  if (parts === undefined) throw new Error('There is no form around this field.')
  return parts
}

export function useProblem(path: Steps): string | undefined {
  return useFormParts().problems.get(printPath(path))
}
