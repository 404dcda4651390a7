package gramme;

import java.time.Instant;
import java.util.Set;
import software.amazon.awssdk.enhanced.dynamodb.extensions.annotations.DynamoDbVersionAttribute;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondaryPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondarySortKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** An item as the enhanced client maps it: keys, an index, a version for optimistic locking. */
@DynamoDbBean
public class Customer {
  private String id;
  private long number;
  private String city;
  private Instant since;
  private Set<String> tags;
  private Long version;

  @DynamoDbPartitionKey
  public String getId() {
    return id;
  }

  public void setId(String id) {
    this.id = id;
  }

  @DynamoDbSortKey
  public long getNumber() {
    return number;
  }

  public void setNumber(long number) {
    this.number = number;
  }

  @DynamoDbSecondaryPartitionKey(indexNames = "byCity")
  public String getCity() {
    return city;
  }

  public void setCity(String city) {
    this.city = city;
  }

  @DynamoDbSecondarySortKey(indexNames = "byCity")
  public Instant getSince() {
    return since;
  }

  public void setSince(Instant since) {
    this.since = since;
  }

  public Set<String> getTags() {
    return tags;
  }

  public void setTags(Set<String> tags) {
    this.tags = tags;
  }

  @DynamoDbVersionAttribute
  public Long getVersion() {
    return version;
  }

  public void setVersion(Long version) {
    this.version = version;
  }
}
