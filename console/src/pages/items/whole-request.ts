import type { CodeRequest } from '../../code/request.js'

/** The same request in pages as large as they come. */
export function withoutLimit({ operation, input }: CodeRequest): CodeRequest {
  const { Limit: _, ...rest } = input
  return { operation, input: { ...rest, TableName: input.TableName } }
}
