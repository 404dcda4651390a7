/** Amazon Resource Names of tables and of the resources that belong to them. */
export interface Scope {
  /** Twelve digits. */
  readonly account: string
  readonly region: string
}

/** The scope in which a caller's tables are. */
export interface OwnScope extends Scope {
  /** All regions and accounts are one, so an ARN of any of them names the caller's own. */
  readonly isShared?: true
}

/** The scope of everyone if all regions and accounts are one. */
export const sharedScope: OwnScope = {
  account: '000000000000',
  region: 'us-east-1',
  isShared: true,
}

/** Whether an ARN can name something in the caller's scope. */
export function isOwn({ account, region, isShared }: OwnScope, arn: Scope): boolean {
  return isShared === true || (arn.account === account && arn.region === region)
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

/** AWS: buckets have neither account nor region in their ARNs. */
export function bucketArn(bucket: string): string {
  return `arn:aws:s3:::${bucket}`
}

export function objectArn(bucket: string, key: string): string {
  return `${bucketArn(bucket)}/${key}`
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
export function tableNameIn(scope: OwnScope, nameOrArn: string): string | undefined {
  if (!nameOrArn.startsWith('arn:')) return nameOrArn
  const arn = parseTableArn(nameOrArn)
  return arn !== undefined && isOwn(scope, arn) ? arn.tableName : undefined
}
