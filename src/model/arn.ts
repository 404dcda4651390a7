/** Amazon Resource Names of tables and of the resources that belong to them. */
export interface Scope {
  /** Twelve digits. */
  readonly account: string
  readonly region: string
}

export interface TableArn extends Scope {
  readonly tableName: string
}

export function tableArn({ account, region }: Scope, tableName: string): string {
  return `arn:aws:dynamodb:${region}:${account}:table/${tableName}`
}

export function indexArn(table: string, indexName: string): string {
  return `${table}/index/${indexName}`
}

export function streamArn(table: string, label: string): string {
  return `${table}/stream/${label}`
}

const tablePattern = /^arn:[a-z-]+:dynamodb:([a-z0-9-]+):(\d{12}):table\/([a-zA-Z0-9_.-]+)$/

/** Undefined when the text is not the ARN of a table (an index or stream ARN is not one). */
export function parseTableArn(text: string): TableArn | undefined {
  const match = tablePattern.exec(text)
  if (match === null) return undefined
  const [, region, account, tableName] = match
  return { region: region!, account: account!, tableName: tableName! }
}

export interface StreamArn extends TableArn {
  readonly label: string
}

const streamPattern =
  /^(arn:[a-z-]+:dynamodb:[a-z0-9-]+:\d{12}:table\/[a-zA-Z0-9_.-]+)\/stream\/(.+)$/

/** Undefined when the text is not the ARN of a stream. */
export function parseStreamArn(text: string): StreamArn | undefined {
  const match = streamPattern.exec(text)
  const table = match === null ? undefined : parseTableArn(match[1]!)
  return table && { ...table, label: match![2]! }
}

/**
 * The table's name, if the given name or ARN is in this scope; undefined for an ARN of another one.
 */
export function tableNameIn({ account, region }: Scope, nameOrArn: string): string | undefined {
  if (!nameOrArn.startsWith('arn:')) return nameOrArn
  const arn = parseTableArn(nameOrArn)
  return arn?.account === account && arn.region === region ? arn.tableName : undefined
}
