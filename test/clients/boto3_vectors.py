"""boto3 against the server whose URL is the first argument: vector indexes and searches. The second argument is
a file with the cases that all clients run."""

import sys
from decimal import Decimal

import boto3

from boto3_cases import add_cases
from boto3_checks import WAIT, check, run_checks

URL = sys.argv[1]
TABLE = "Vectors"

client = boto3.client("dynamodb", endpoint_url=URL)


@check
def a_resource_writes_vectors_of_decimals():
    client.create_table(
        TableName=TABLE,
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        BillingMode="PAY_PER_REQUEST",
        VectorIndexes=[
            {
                "IndexName": "near",
                "VectorAttribute": {"AttributeName": "emb"},
                "Dimensions": 2,
                "DistanceFunction": "COSINE",
                "Projection": {"ProjectionType": "ALL"},
            }
        ],
    )
    client.get_waiter("table_exists").wait(TableName=TABLE, WaiterConfig=WAIT)
    table = boto3.resource("dynamodb", endpoint_url=URL).Table(TABLE)
    table.put_item(Item={"id": "a", "emb": [Decimal("0.1"), Decimal(0)]})
    found = client.search_vectors(
        TableName=TABLE, IndexName="near", SearchVector=[{"N": "1"}, {"N": "0"}], TopK=1
    )
    assert found["SearchResults"] == [{"Item": {"id": {"S": "a"}}, "Score": 0.0}], found
    client.delete_table(TableName=TABLE)


add_cases(client, sys.argv[2])
run_checks()
