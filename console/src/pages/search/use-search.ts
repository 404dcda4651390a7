/** One search at a time: its answer is that to the request that is shown beside it. */
import { useMutation } from '@tanstack/react-query'
import type { SearchVectorsInput } from '../../api/generated/dynamodb-types.js'
import { useWorkspace } from '../../frame/workspace.js'
import type { Item } from '../../values/attribute-value.js'

export interface FoundItem {
  readonly item: Item
  readonly score: number
}

export interface SearchAnswer {
  readonly input: SearchVectorsInput
  readonly found: readonly FoundItem[]
  /** What the service says that it searched. */
  readonly bytes: number | undefined
  readonly tookMs: number
}

export function useSearch() {
  const { client } = useWorkspace()
  return useMutation({
    mutationFn: async (input: SearchVectorsInput): Promise<SearchAnswer> => {
      const began = performance.now()
      const { SearchResults = [], ConsumedCapacity } = await client.call(
        'dynamodb',
        'SearchVectors',
        { ...input, ReturnConsumedCapacity: 'TOTAL' },
      )
      return {
        input,
        found: SearchResults.map(({ Item = {}, Score = 0 }) => ({ item: Item, score: Score })),
        bytes: ConsumedCapacity?.VectorSearchRequestBytes,
        tookMs: performance.now() - began,
      }
    },
  })
}
