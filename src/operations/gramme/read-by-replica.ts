/** What a member of a global table in another deployment may read of one that is here. */
import type { ChangeSource } from '../../replication/change-source.js'
import type { MemberReader } from '../../replication/linked-members.js'
import { onTable, type Access } from '../access.js'
import type { OperationContext } from '../operation.js'
import { notReplica } from './errors.js'

interface ReaderInput {
  readonly TableName: string
  readonly MemberId: string
  readonly ReaderId: string
}

export function memberReader({ TableName, MemberId, ReaderId }: ReaderInput): MemberReader {
  return { tableName: TableName, memberId: MemberId, readerId: ReaderId }
}

/** AWS: the action by which the service reads a member for another account. */
export function readingReplica(
  ctx: OperationContext,
  { tableName }: Pick<MemberReader, 'tableName'>,
): readonly Access[] {
  return [onTable(ctx, 'dynamodb:ReadDataForReplication', tableName)]
}

export async function requireSource(
  { linkedMembers, caller }: OperationContext,
  reader: MemberReader,
): Promise<ChangeSource> {
  const source = await (await linkedMembers()).source(caller, reader)
  if (source === undefined) throw notReplica(reader.tableName)
  return source
}
