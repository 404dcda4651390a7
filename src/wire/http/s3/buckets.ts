/** Operations on buckets as a whole. */
import { refuseUnsupported } from './object-headers.js'
import { ReceivedBody } from './received-body.js'
import { element, isoDate, root, text } from './s3-answer.js'
import { noSuchBucketError, notImplemented } from './s3-error.js'
import type { BucketHandler, ServiceHandler } from './s3-handler.js'
import { readXml } from './read-xml.js'

/** Buckets belong to no region, so the oldest one is named. */
const region = 'us-east-1'

export const owner = element('Owner', text('ID', 'gramme'), text('DisplayName', 'gramme'))

export const listBuckets: ServiceHandler = async (_request, { objects }) => {
  const buckets = await objects.listBuckets()
  const listed = buckets.map(({ name, createdAtMs }) =>
    element('Bucket', text('Name', name), text('CreationDate', isoDate(createdAtMs))),
  )
  const xml = root('ListAllMyBucketsResult', owner, element('Buckets', ...listed))
  return { status: 200, xml }
}

/** A region may be asked for: all of them are one here. */
export const createBucket: BucketHandler = async (request, { objects, bucket }) => {
  refuseUnsupported(request)
  const body = await new ReceivedBody(request).text()
  if (body.trim() !== '') {
    const other = readXml(body).children.find(({ name }) => name !== 'LocationConstraint')
    if (other !== undefined) throw notImplemented(other.name)
  }
  await objects.createBucket(bucket)
  return { status: 200, headers: ['Location', `/${bucket}`] }
}

export const headBucket: BucketHandler = async (_request, { objects, bucket }) => {
  if (!(await objects.hasBucket(bucket))) throw noSuchBucketError()
  return { status: 200, headers: ['x-amz-bucket-region', region] }
}

export const deleteBucket: BucketHandler = async (_request, { objects, bucket }) => {
  await objects.deleteBucket(bucket)
  return { status: 204 }
}

/** AWS: empty for the oldest region. */
export const getBucketLocation: BucketHandler = async (_request, { objects, bucket }) => {
  if (!(await objects.hasBucket(bucket))) throw noSuchBucketError()
  return { status: 200, xml: root('LocationConstraint') }
}
