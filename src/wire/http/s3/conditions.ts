/** Requests that are only meant for some contents of an object, by its etag or its time. */
import type { ObjectInfo } from '../../../objects/object-store.js'
import { S3Error } from './s3-error.js'

type Header = (name: string) => string | undefined

/**
 * Whether the client has the object already. Throws if it has changed. `prefix` is that of the headers about
 * the source of a copy.
 */
export function isUnchanged(header: Header, info: ObjectInfo, prefix = ''): boolean {
  const match = header(`${prefix}if-match`)
  const unmodified = secondsOf(header(`${prefix}if-unmodified-since`))
  const modifiedAt = Math.floor(info.modifiedAtMs / 1000)
  if (match !== undefined && !names(match, info.etag)) throw failed()
  if (match === undefined && unmodified !== undefined && modifiedAt > unmodified) throw failed()
  const noneMatch = header(`${prefix}if-none-match`)
  if (noneMatch !== undefined) return names(noneMatch, info.etag)
  const modified = secondsOf(header(`${prefix}if-modified-since`))
  return modified !== undefined && modifiedAt <= modified
}

function names(list: string, etag: string): boolean {
  const etags = list.split(',').map((each) => each.trim().replace(/^W\//, '').replaceAll('"', ''))
  return etags.includes('*') || etags.includes(etag)
}

/** A date that is none says nothing. */
function secondsOf(date: string | undefined): number | undefined {
  const ms = Date.parse(date ?? '')
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000)
}

export function failed(): S3Error {
  const message = 'At least one of the pre-conditions you specified did not hold'
  return new S3Error('PreconditionFailed', 412, message)
}
