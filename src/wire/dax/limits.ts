/** What the door of DAX allows, and how long it waits. */
import { requestBodyBytesMax } from '../../model/limits.js'

/** A whole request: the items of a large batch, and what is around them. */
export const daxRequestBytesMax = requestBodyBytesMax + 1024 * 1024
/** Values in a request, and in each byte string of it that holds values: more than any legal item has. */
export const daxValuesMax = 256 * 1024
/** How deeply the tree of an expression may be nested: more than the longest chain of operators. */
export const daxExpressionDepthMax = 1_024
/** How long a client may take for what it sends first, and for a whole request. */
export const daxPreambleMsMax = 15_000
export const daxRequestMsMax = 60_000
/** How long a request waits while the data is being opened. */
export const daxEarlyMsMax = 1_000
/** The most that is read of a connection while one of its requests is being answered. */
export const daxPipelinedBytesMax = 64 * 1024
/** The user agent that is remembered of a client. */
export const daxUserAgentLengthMax = 256
/** AWS's clients cannot read puts that were not done, so those are tried again: how often, and after how long. */
export const unprocessedRetriesMax = 6
export const unprocessedPauseMs = 25
/** Larger answers are found in memory as well, but are written with the memory of a request. */
export const hotAnswerBytesMax = 16 * 1024
/** Steps of a turn (`stdx/turns.ts`) that it takes to encode an item, and each byte of it. */
export const encodeItemSteps = 300
