/**
 * The order in which a Java HashSet of texts is iterated: by bucket, and inside a bucket by
 * insertion. Services written in Java show it where they print such a set.
 */
export function javaHashOrder(texts: readonly string[], buckets: number): readonly string[] {
  const bucketOf = (text: string): number => spread(javaHash(text)) & (buckets - 1)
  return [...texts].sort((one, other) => bucketOf(one) - bucketOf(other))
}

/** The buckets of a set that was made for this many texts. Java fills three quarters of them. */
export function bucketsFor(count: number): number {
  let buckets = 1
  while (count > buckets * 0.75) buckets *= 2
  return buckets
}

/** The buckets of a set that started with Java's default size. */
export function defaultBuckets(count: number): number {
  return Math.max(defaultSize, bucketsFor(count))
}

const defaultSize = 16

function javaHash(text: string): number {
  let hash = 0
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0
  return hash
}

function spread(hash: number): number {
  return hash ^ (hash >>> 16)
}
