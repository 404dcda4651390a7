/** A change of a table that the user asked for: said when it is done, and everything about the table is read again. */
import { useMutation } from '@tanstack/react-query'
import type { Client } from '../api/client.js'
import { useTableChanged } from './queries.js'
import { useToasts } from './toasts.js'
import { useWorkspace } from './workspace.js'

export interface TableWork {
  readonly run: (client: Client) => Promise<unknown>
  /** What is true afterwards: "Music is being deleted." */
  readonly done: string
}

export function useTableWork(table: string) {
  const { client } = useWorkspace()
  const changed = useTableChanged()
  const show = useToasts()
  return useMutation({
    mutationFn: ({ run }: TableWork) => run(client),
    onSuccess: (_, { done }) => show({ text: done }),
    onSettled: () => changed(table),
  })
}
