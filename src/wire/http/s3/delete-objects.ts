/** DeleteObjects: many at once, each with its own outcome. */
import { objectArn } from '../../../model/arn.js'
import { s3DeletesMax } from '../../limits.js'
import { childrenOf, childText, readXml } from './read-xml.js'
import { refuseUnsupported } from './object-headers.js'
import { ReceivedBody } from './received-body.js'
import { element, root, text } from './s3-answer.js'
import { malformedXml, noSuchBucketError, notImplemented } from './s3-error.js'
import type { BucketHandler, BucketTarget } from './s3-handler.js'
import { toS3Error } from './to-s3-error.js'

export const deleteObjects: BucketHandler = async (request, target) => {
  refuseUnsupported(request)
  const document = readXml(await new ReceivedBody(request).text())
  if (!(await target.objects.hasBucket(target.bucket))) throw noSuchBucketError()
  const named = childrenOf(document, 'Object')
  if (named.length === 0 || named.length > s3DeletesMax) throw malformedXml()
  const keys = named.map((object) => {
    const other = object.children.find(({ name }) => name !== 'Key')
    if (other !== undefined) throw notImplemented(other.name)
    return childText(object, 'Key') ?? ''
  })
  const isQuiet = childText(document, 'Quiet') === 'true'
  const outcomes: string[] = []
  for (const key of keys) outcomes.push(await deleteOne(target, key, isQuiet))
  return { status: 200, xml: root('DeleteResult', ...outcomes) }
}

async function deleteOne(
  { objects, bucket, permit }: BucketTarget,
  key: string,
  isQuiet: boolean,
): Promise<string> {
  try {
    await permit({ action: 's3:DeleteObject', resource: objectArn(bucket, key) })
    await objects.remove(bucket, key)
    return isQuiet ? '' : element('Deleted', text('Key', key))
  } catch (error) {
    const { code, message } = toS3Error(error)
    return element('Error', text('Key', key), text('Code', code), text('Message', message))
  }
}
