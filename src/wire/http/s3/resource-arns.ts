/** What policies call buckets and objects. */
export function bucketArn(bucket: string): string {
  return `arn:aws:s3:::${bucket}`
}

export function objectArn(bucket: string, key: string): string {
  return `${bucketArn(bucket)}/${key}`
}
