/** What the server tells about triggers. */
import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../../frame/workspace.js'
import { shownDeadLetters, shownLogLines, triggersFreshMs } from './limits.js'

export function useTriggers() {
  const { client, region, account } = useWorkspace()
  return useQuery({
    queryKey: [account, region, 'triggers'],
    queryFn: ({ signal }) => client.call('gramme', 'ListTriggers', {}, { signal }),
    refetchInterval: triggersFreshMs,
  })
}

export function useTriggerLog(name: string) {
  const { client, region, account } = useWorkspace()
  return useQuery({
    queryKey: [account, region, 'trigger-log', name],
    queryFn: ({ signal }) =>
      client.call('gramme', 'GetTriggerLog', { Name: name, Limit: shownLogLines }, { signal }),
    refetchInterval: triggersFreshMs,
  })
}

export function useDeadLetters(name: string) {
  const { client, region, account } = useWorkspace()
  return useQuery({
    queryKey: [account, region, 'dead-letters', name],
    queryFn: ({ signal }) =>
      client.call('gramme', 'ListDeadLetters', { Name: name, Limit: shownDeadLetters }, { signal }),
    refetchInterval: triggersFreshMs,
  })
}
