/** Tags on the wire, and lists of them. */
import type { Tag } from '../../../api/generated/iam-types.js'
import type { SessionTag } from '../../../model/caller.js'
import type { OperationContext } from '../../operation.js'
import { pageOf, sourceOf, type ListRequest } from './paging.js'

export function readTags(tags: readonly Tag[] | undefined): readonly SessionTag[] {
  return (tags ?? []).map(({ Key, Value }) => ({ key: Key, value: Value }))
}

export function describeTags(tags: readonly SessionTag[]): readonly Tag[] {
  return tags.map(({ key, value }) => ({ Key: key, Value: value }))
}

/** AWS: descriptions do not mention tags if there are none. */
export function tagsMember(tags: readonly SessionTag[]): { readonly Tags?: readonly Tag[] } {
  return tags.length === 0 ? {} : { Tags: describeTags(tags) }
}

export async function pageOfTags(
  ctx: OperationContext,
  page: ListRequest,
  tags: readonly SessionTag[],
) {
  const keyOf = ({ key }: SessionTag) => key
  const { entries, end } = await pageOf(ctx, page, sourceOf(tags, keyOf), keyOf)
  return { Tags: describeTags(entries), ...end }
}
