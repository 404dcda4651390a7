/** The tags of a session: those that a request gives it, and those that go on from the calling session. */
import type { CallerSession, SessionTag } from '../../model/caller.js'
import { ServiceError } from '../../model/errors.js'
import type { Tag } from '../../api/generated/sts-types.js'

export interface AskedTags {
  readonly tags: readonly SessionTag[]
  readonly transitiveKeys: readonly string[]
}

export function readSessionTags(
  tags: readonly Tag[] = [],
  transitiveKeys: readonly string[] = [],
): AskedTags {
  const names = new Set(tags.map(({ Key }) => Key.toLowerCase()))
  if (names.size < tags.length) {
    throw invalidTags('Duplicate tag keys found. Please note that Tag keys are case insensitive.')
  }
  if ([...names].some((name) => name.startsWith('aws:'))) {
    throw invalidTags('aws: prefixed tag key names are not allowed for external use.')
  }
  if (transitiveKeys.some((key) => !names.has(key.toLowerCase()))) {
    throw invalidTags('The specified transitive tag key must be included in the requested tags.')
  }
  return { tags: tags.map(({ Key, Value }) => ({ key: Key, value: Value })), transitiveKeys }
}

/** AWS: tags that go on from session to session cannot be changed on the way. */
export function withInherited(
  { tags, transitiveKeys }: AskedTags,
  calling: CallerSession | undefined,
): Pick<CallerSession, 'tags' | 'transitiveTagKeys'> {
  const inheritedKeys = new Set((calling?.transitiveTagKeys ?? []).map((key) => key.toLowerCase()))
  if (tags.some(({ key }) => inheritedKeys.has(key.toLowerCase()))) {
    throw invalidTags(
      "One of the specified transitive tag keys can't be set because it conflicts with a transitive tag key from the calling session.",
    )
  }
  const inherited = (calling?.tags ?? []).filter(({ key }) => inheritedKeys.has(key.toLowerCase()))
  const all = [...inherited, ...tags]
  const transitiveTagKeys = [...inherited.map(({ key }) => key), ...transitiveKeys]
  return {
    ...(all.length === 0 ? {} : { tags: all }),
    ...(transitiveTagKeys.length === 0 ? {} : { transitiveTagKeys }),
  }
}

function invalidTags(message: string): ServiceError {
  return new ServiceError('InvalidParameterValue', message)
}
