// Metrics of the table, by CloudWatch, whose client speaks Smithy RPC v2 CBOR.
package main

import (
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/cloudwatch"
	cwtypes "github.com/aws/aws-sdk-go-v2/service/cloudwatch/types"
)

var metrics *cloudwatch.Client

const metric = "ConsumedWriteCapacityUnits"

func listMetrics() error {
	listed, err := metrics.ListMetrics(ctx, &cloudwatch.ListMetricsInput{
		Namespace:  aws.String("AWS/DynamoDB"),
		MetricName: aws.String(metric),
		Dimensions: []cwtypes.DimensionFilter{{Name: aws.String("TableName"), Value: aws.String(table)}},
	})
	if err != nil {
		return err
	}
	for _, found := range listed.Metrics {
		if len(found.Dimensions) == 1 && aws.ToString(found.MetricName) == metric {
			return nil
		}
	}
	return fmt.Errorf("%s of the table is not among %d metrics", metric, len(listed.Metrics))
}

func metricStatistics() error {
	now := time.Now()
	told, err := metrics.GetMetricStatistics(ctx, &cloudwatch.GetMetricStatisticsInput{
		Namespace:  aws.String("AWS/DynamoDB"),
		MetricName: aws.String(metric),
		Dimensions: []cwtypes.Dimension{{Name: aws.String("TableName"), Value: aws.String(table)}},
		StartTime:  aws.Time(now.Add(-time.Hour)),
		EndTime:    aws.Time(now.Add(time.Minute)),
		Period:     aws.Int32(60),
		Statistics: []cwtypes.Statistic{cwtypes.StatisticSum},
	})
	if err != nil {
		return err
	}
	var units float64
	for _, point := range told.Datapoints {
		units += aws.ToFloat64(point.Sum)
	}
	// One unit at least for each order that was written.
	if units < orders {
		return fmt.Errorf("%v units were written, expected %v or more", units, orders)
	}
	return nil
}
