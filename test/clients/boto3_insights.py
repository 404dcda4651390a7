"""boto3 against the server whose URL is the first argument: Contributor Insights."""

import datetime
import sys
import time

import boto3

from boto3_checks import WAIT, check, run_checks

URL = sys.argv[1]
TABLE = "Watched"

client = boto3.client("dynamodb", endpoint_url=URL)
cloudwatch = boto3.client("cloudwatch", endpoint_url=URL)


def settled(status):
    for _ in range(60):
        found = client.describe_contributor_insights(TableName=TABLE)
        if found["ContributorInsightsStatus"] == status:
            return found
        time.sleep(1)
    raise AssertionError(found)


@check
def insights_are_turned_on():
    client.create_table(
        TableName=TABLE,
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        BillingMode="PAY_PER_REQUEST",
    )
    client.get_waiter("table_exists").wait(TableName=TABLE, WaiterConfig=WAIT)
    client.update_contributor_insights(TableName=TABLE, ContributorInsightsAction="ENABLE")
    found = settled("ENABLED")
    kinds = [name.split("-")[1] for name in found["ContributorInsightsRuleList"]]
    assert kinds == ["PKC", "PKT"], found
    assert isinstance(found["LastUpdateDateTime"], datetime.datetime), found
    listed = client.list_contributor_insights(TableName=TABLE)["ContributorInsightsSummaries"]
    assert [each["ContributorInsightsStatus"] for each in listed] == ["ENABLED"], listed


@check
def a_report_shows_the_keys_that_are_used_most():
    rule = settled("ENABLED")["ContributorInsightsRuleList"][0]
    for key, writes in {"few": 1, "many": 3}.items():
        for _ in range(writes):
            client.put_item(TableName=TABLE, Item={"id": {"S": key}})
    now = datetime.datetime.now(datetime.timezone.utc)
    report = cloudwatch.get_insight_rule_report(
        RuleName=rule,
        StartTime=now - datetime.timedelta(minutes=10),
        EndTime=now + datetime.timedelta(minutes=2),
        Period=3600,
        MaxContributorCount=10,
        Metrics=["UniqueContributors", "MaxContributorValue"],
    )
    found = [(each["Keys"], each["ApproximateAggregateValue"]) for each in report["Contributors"]]
    assert found == [(["many"], 9.0), (["few"], 3.0)], report
    assert report["KeyLabels"] == ["id"], report
    assert report["AggregateValue"] == 12.0, report
    assert max(point["UniqueContributors"] for point in report["MetricDatapoints"]) == 2.0, report


@check
def a_rule_that_is_not_there_has_no_report():
    now = datetime.datetime.now(datetime.timezone.utc)
    try:
        cloudwatch.get_insight_rule_report(
            RuleName="DynamoDBContributorInsights-PKC-Nothing-1",
            StartTime=now - datetime.timedelta(minutes=10),
            EndTime=now,
            Period=60,
        )
    except cloudwatch.exceptions.ResourceNotFoundException as error:
        assert error.response["ResponseMetadata"]["HTTPStatusCode"] == 404, error.response
        return
    raise AssertionError("not refused")


@check
def insights_are_turned_off():
    client.update_contributor_insights(TableName=TABLE, ContributorInsightsAction="DISABLE")
    found = settled("DISABLED")
    assert "ContributorInsightsRuleList" not in found, found
    client.delete_table(TableName=TABLE)


run_checks()
