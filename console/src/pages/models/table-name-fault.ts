/** What DynamoDB would say about a name of a table or an index, in short. */
export function tableNameFault(name: string): string | undefined {
  if (name.length < 3 || name.length > 255) return 'Between 3 and 255 characters.'
  return /^[\w.-]+$/.test(name) ? undefined : 'Letters, digits, underscores, dots and hyphens only.'
}
