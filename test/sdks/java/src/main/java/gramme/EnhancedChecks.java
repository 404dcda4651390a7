package gramme;

import static gramme.Checks.expect;
import static gramme.Checks.refused;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.WriteBatch;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;

/** The enhanced client: beans, an index, batches, transactions and optimistic locking. */
final class EnhancedChecks {
  private final DynamoDbEnhancedClient client;
  private final DynamoDbTable<Customer> table;

  EnhancedChecks(Clients clients) {
    client = DynamoDbEnhancedClient.builder().dynamoDbClient(clients.items()).build();
    table = client.table("JavaCustomers", TableSchema.fromBean(Customer.class));
  }

  void runAll(Checks checks) {
    checks.check("enhanced client: create a table from a bean", this::createTable);
    checks.check("enhanced client: put, get and update a bean", this::updateBean);
    checks.check("enhanced client: a stale version is refused", this::staleVersion);
    checks.check("enhanced client: query an index by pages, and a batch", this::queryIndex);
    checks.check("enhanced client: a transaction", this::transact);
  }

  private static Customer customer(String id, long number, String city) {
    Customer customer = new Customer();
    customer.setId(id);
    customer.setNumber(number);
    customer.setCity(city);
    customer.setSince(Instant.parse("2026-01-01T00:00:00Z").plusSeconds(number));
    customer.setTags(Set.of("a", "b"));
    return customer;
  }

  private static Key key(String id, long number) {
    return Key.builder().partitionValue(id).sortValue(number).build();
  }

  private void createTable() {
    table.createTable(
        request ->
            request.globalSecondaryIndices(
                index ->
                    index
                        .indexName("byCity")
                        .projection(projection -> projection.projectionType(ProjectionType.ALL))));
  }

  private void updateBean() {
    table.putItem(customer("ada", 1, "Liège"));
    Customer read = table.getItem(key("ada", 1));
    expect("version", read.getVersion(), 1L);
    expect("since", read.getSince(), Instant.parse("2026-01-01T00:00:01Z"));
    read.setCity("Paris");
    Customer updated = table.updateItem(read);
    expect("version after the update", updated.getVersion(), 2L);
    expect("city", updated.getCity(), "Paris");
  }

  private void staleVersion() throws Exception {
    Customer stale = customer("ada", 1, "Rome");
    stale.setVersion(1L);
    refused(ConditionalCheckFailedException.class, () -> table.updateItem(stale));
    expect("city", table.getItem(key("ada", 1)).getCity(), "Paris");
  }

  private void queryIndex() {
    for (long n = 10; n < 30; n++) table.putItem(customer("bob", n, "Ghent"));
    QueryConditional inGhent =
        QueryConditional.sortGreaterThan(
            Key.builder().partitionValue("Ghent").sortValue("2026-01-01T00:00:14Z").build());
    List<Long> numbers =
        table.index("byCity").query(request -> request.queryConditional(inGhent).limit(3)).stream()
            .flatMap(page -> page.items().stream())
            .map(Customer::getNumber)
            .toList();
    expect("count", numbers.size(), 15);
    expect("first", numbers.get(0), 15L);
    // A batch may not put versioned beans, so it deletes.
    WriteBatch.Builder<Customer> batch = WriteBatch.builder(Customer.class).mappedTableResource(table);
    for (long n = 20; n < 30; n++) batch.addDeleteItem(key("bob", n));
    client.batchWriteItem(request -> request.writeBatches(batch.build()));
    expect("left", table.scan().items().stream().count(), 11L);
  }

  private void transact() {
    client.transactWriteItems(
        request ->
            request
                .addPutItem(table, customer("eve", 1, "Lyon"))
                .addDeleteItem(table, key("bob", 10)));
    var read =
        client.transactGetItems(
            request ->
                request.addGetItem(table, key("eve", 1)).addGetItem(table, key("bob", 10)));
    expect("city", read.get(0).getItem(table).getCity(), "Lyon");
    expect("the deleted one", read.get(1).getItem(table), null);
  }
}
