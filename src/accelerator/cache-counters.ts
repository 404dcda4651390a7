/** What the caches of a server have done so far, for its metrics. They only grow. */
export class CacheCounters {
  itemHits = 0
  itemMisses = 0
  queryHits = 0
  queryMisses = 0
  scanHits = 0
  scanMisses = 0

  item(isHit: boolean): void {
    if (isHit) this.itemHits++
    else this.itemMisses++
  }

  query(isHit: boolean): void {
    if (isHit) this.queryHits++
    else this.queryMisses++
  }

  scan(isHit: boolean): void {
    if (isHit) this.scanHits++
    else this.scanMisses++
  }
}
