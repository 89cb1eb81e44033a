// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// The shape of a Chainlink feed: AggregatorV3Interface. Round ids are phase << 64 | number, so they jump when the
/// phase does. The owner, and whom the owner named, answer.
contract PriceFeed {
    /// One slot for both, as Chainlink's own aggregators store them.
    struct Round {
        int192 answer;
        uint64 updatedAt;
    }

    uint8 public immutable decimals;
    string public description;
    uint256 public constant version = 4;
    address public immutable owner = msg.sender;
    address public transmitter;
    uint80 private _latestRound = uint80(1) << 64;
    mapping(uint80 => Round) private _rounds;

    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    constructor(string memory description_, uint8 decimals_, address transmitter_) {
        description = description_;
        decimals = decimals_;
        transmitter = transmitter_;
    }

    function setAnswer(int256 answer, uint256 updatedAt) external {
        require(msg.sender == owner || msg.sender == transmitter, "PriceFeed: not allowed");
        _rounds[++_latestRound] = Round(int192(answer), uint64(updatedAt));
        emit AnswerUpdated(answer, _latestRound, updatedAt);
    }

    /// The next answer opens a new phase, as when the feed's aggregator is replaced.
    function startPhase() external {
        require(msg.sender == owner || msg.sender == transmitter, "PriceFeed: not allowed");
        _latestRound = ((_latestRound >> 64) + 1) << 64;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return getRoundData(_latestRound);
    }

    function getRoundData(uint80 roundId) public view returns (uint80, int256, uint256, uint256, uint80) {
        Round memory round = _rounds[roundId];
        require(round.updatedAt > 0, "No data present");
        return (roundId, round.answer, round.updatedAt, round.updatedAt, roundId);
    }
}

/// Answers several feeds in one transaction.
contract FeedKeeper {
    address public immutable owner = msg.sender;

    function update(PriceFeed[] calldata feeds, int256[] calldata answers, uint256 updatedAt) external {
        require(msg.sender == owner, "FeedKeeper: not the owner");
        for (uint256 index = 0; index < feeds.length; index++) feeds[index].setAnswer(answers[index], updatedAt);
    }
}
