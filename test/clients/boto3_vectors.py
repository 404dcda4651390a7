"""boto3 against the server whose URL is the first argument: vector indexes and searches."""

import sys
import time
from decimal import Decimal

import boto3

from boto3_checks import WAIT, check, refused, run_checks

URL = sys.argv[1]
TABLE = "Vectors"
INDEX = {
    "IndexName": "near",
    "VectorAttribute": {"AttributeName": "emb"},
    "Dimensions": 2,
    "DistanceFunction": "COSINE",
    "Projection": {"ProjectionType": "ALL"},
    "SearchSchema": [
        {"AttributeName": "tenant", "SearchSchemaElementType": "HASH"},
        {"AttributeName": "colour", "SearchSchemaElementType": "INLINE_FILTER"},
    ],
}
SCOPE = {
    "SearchConditionExpression": "tenant = :t",
    "ExpressionAttributeValues": {":t": {"S": "t"}},
}

client = boto3.client("dynamodb", endpoint_url=URL)
resource = boto3.resource("dynamodb", endpoint_url=URL)


def vector(*numbers):
    return [{"N": str(number)} for number in numbers]


def search(*numbers, **more):
    asked = {**SCOPE, **more}
    return client.search_vectors(
        TableName=TABLE, IndexName="near", SearchVector=vector(*numbers), TopK=10, **asked
    )


@check
def a_table_has_a_vector_index():
    client.create_table(
        TableName=TABLE,
        AttributeDefinitions=[
            {"AttributeName": name, "AttributeType": "S"} for name in ["id", "tenant", "colour"]
        ],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        BillingMode="PAY_PER_REQUEST",
        VectorIndexes=[INDEX],
    )
    client.get_waiter("table_exists").wait(TableName=TABLE, WaiterConfig=WAIT)
    [described] = client.describe_table(TableName=TABLE)["Table"]["VectorIndexes"]
    assert described.items() >= INDEX.items(), described
    assert described["IndexStatus"] == "ACTIVE", described


@check
def searches_find_the_nearest_first():
    table = resource.Table(TABLE)
    for name, x, y, colour in [("a", 1, 0, "red"), ("b", 0, 1, "blue"), ("c", 1, 1, "red")]:
        item = {"id": name, "tenant": "t", "colour": colour}
        table.put_item(Item={**item, "emb": [Decimal(x), Decimal(y)]})
    found = search(1, 0)["SearchResults"]
    assert [result["Item"]["id"]["S"] for result in found] == ["a", "c", "b"], found
    assert [result["Score"] for result in found][::2] == [0.0, 1.0], found
    assert all("emb" not in result["Item"] for result in found), found


@check
def searches_are_filtered_and_projected():
    found = search(
        0,
        1,
        SearchConditionExpression="tenant = :t AND colour = :c",
        ExpressionAttributeValues={":t": {"S": "t"}, ":c": {"S": "red"}},
        ProjectionExpression="id, emb",
        ReturnConsumedCapacity="TOTAL",
    )
    assert [result["Item"] for result in found["SearchResults"]] == [
        {"id": {"S": "c"}, "emb": {"L": vector("1.0", "1.0")}},
        {"id": {"S": "a"}, "emb": {"L": vector("1.0", "0.0")}},
    ], found
    assert found["ConsumedCapacity"]["VectorSearchRequestBytes"] >= 1024, found


@check
def writes_tell_the_bytes_of_the_index():
    item = {"id": {"S": "d"}, "tenant": {"S": "t"}, "emb": {"L": vector(1, 2)}}
    put = client.put_item(TableName=TABLE, Item=item, ReturnConsumedCapacity="INDEXES")
    expected = {"near": {"VectorWriteRequestBytes": 1024.0}}
    assert put["ConsumedCapacity"]["VectorIndexes"] == expected, put


@check
def faults_are_told_in_the_words_of_the_service():
    refused(
        "ValidationException",
        "Input search vector dimension 1 does not match vector index dimension 2",
        client.search_vectors,
        TableName=TABLE,
        IndexName="near",
        SearchVector=vector(1),
        TopK=1,
        **SCOPE,
    )
    refused(
        "ValidationException",
        "One or more parameter values were invalid. Invalid size for parameter emb, "
        "Expected: 2, Actual: 1 IndexName: near",
        client.put_item,
        TableName=TABLE,
        Item={"id": {"S": "e"}, "emb": {"L": vector(1)}},
    )


@check
def an_index_is_added_to_a_table_in_use():
    added = {**INDEX, "IndexName": "second", "DistanceFunction": "DOT_PRODUCT"}
    client.update_table(
        TableName=TABLE,
        AttributeDefinitions=[
            {"AttributeName": name, "AttributeType": "S"} for name in ["tenant", "colour"]
        ],
        VectorIndexUpdates=[{"Create": added}],
    )
    for _ in range(60):
        indexes = client.describe_table(TableName=TABLE)["Table"]["VectorIndexes"]
        if all(index["IndexStatus"] == "ACTIVE" for index in indexes):
            break
        time.sleep(1)
    found = client.search_vectors(
        TableName=TABLE, IndexName="second", SearchVector=vector(1, 2), TopK=1, **SCOPE
    )["SearchResults"]
    assert [(result["Item"]["id"]["S"], result["Score"]) for result in found] == [("d", 5.0)], found
    client.delete_table(TableName=TABLE)


run_checks()
