// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface ILentToken {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

interface ICollateralFeed {
    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80);
}

/// A balance that grows by its interest, in the form of Aave 3: a receipt for what was supplied, or a debt. Logs of an account
/// tell what has accrued since its last one. It cannot be sent.
contract InterestToken {
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    address public immutable POOL = msg.sender;
    address public immutable UNDERLYING_ASSET_ADDRESS;
    uint256 public immutable startedAt = block.timestamp;
    /// A year's interest, in basis points, without compounding.
    uint256 public immutable rate;
    mapping(address => uint256) private _scaled;
    mapping(address => uint256) private _lastIndex;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Mint(
        address indexed caller, address indexed onBehalfOf, uint256 value, uint256 balanceIncrease, uint256 index
    );
    event Burn(address indexed from, address indexed target, uint256 value, uint256 balanceIncrease, uint256 index);

    constructor(string memory name_, string memory symbol_, uint8 decimals_, uint256 rate_, address underlying_) {
        UNDERLYING_ASSET_ADDRESS = underlying_;
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
        rate = rate_;
    }

    function index() public view returns (uint256) {
        return 1e27 + 1e27 * rate * (block.timestamp - startedAt) / (10_000 * 365 days);
    }

    function balanceOf(address account) public view returns (uint256) {
        return _scaled[account] * index() / 1e27;
    }

    function mint(address caller, address onBehalfOf, uint256 amount) external {
        require(msg.sender == POOL, "InterestToken: not the pool");
        uint256 increase = _accrue(onBehalfOf);
        _scaled[onBehalfOf] += (amount * 1e27 + index() / 2) / index();
        emit Transfer(address(0), onBehalfOf, amount + increase);
        emit Mint(caller, onBehalfOf, amount + increase, increase, index());
    }

    function burn(address from, address target, uint256 amount) external {
        require(msg.sender == POOL, "InterestToken: not the pool");
        bool isAll = amount == balanceOf(from);
        uint256 increase = _accrue(from);
        _scaled[from] = isAll ? 0 : _scaled[from] - (amount * 1e27 + index() / 2) / index();
        if (increase > amount) {
            emit Transfer(address(0), from, increase - amount);
            emit Mint(from, from, increase - amount, increase, index());
        } else {
            emit Transfer(from, address(0), amount - increase);
            emit Burn(from, target, amount - increase, increase, index());
        }
    }

    function _accrue(address account) private returns (uint256 increase) {
        uint256 scaled = _scaled[account];
        increase = scaled * index() / 1e27 - scaled * _lastIndex[account] / 1e27;
        _lastIndex[account] = index();
    }
}

/// Loans of one token against another, in the form of Aave 3. Nobody borrows the collateral, so it earns nothing.
contract LendingPool {
    ILentToken public immutable collateral;
    ILentToken public immutable lent;
    InterestToken public immutable receipt;
    InterestToken public immutable debt;
    ICollateralFeed public immutable feed;
    /// Of 18 decimals of collateral at 8 of the feed, in 6 of what is lent.
    uint256 private constant PRICE_SCALE = 1e20;
    /// What a liquidator gets for what he repays, in basis points.
    uint256 public constant BONUS = 10_500;
    address public immutable owner = msg.sender;
    /// Basis points of the collateral's worth that may be owed.
    uint256 public threshold = 8_000;
    /// Holds while the feed has no answer.
    uint256 private _lastPrice;

    event Supply(
        address indexed reserve, address user, address indexed onBehalfOf, uint256 amount, uint16 indexed referralCode
    );
    event Withdraw(address indexed reserve, address indexed user, address indexed to, uint256 amount);
    event Borrow(
        address indexed reserve,
        address user,
        address indexed onBehalfOf,
        uint256 amount,
        uint8 interestRateMode,
        uint256 borrowRate,
        uint16 indexed referralCode
    );
    event Repay(
        address indexed reserve, address indexed user, address indexed repayer, uint256 amount, bool useATokens
    );
    event LiquidationCall(
        address indexed collateralAsset,
        address indexed debtAsset,
        address indexed user,
        uint256 debtToCover,
        uint256 liquidatedCollateralAmount,
        address liquidator,
        bool receiveAToken
    );

    constructor(ILentToken collateral_, ILentToken lent_, ICollateralFeed feed_) {
        collateral = collateral_;
        lent = lent_;
        feed = feed_;
        receipt = new InterestToken("Lagoon WETH", "lagWETH", 18, 0, address(collateral_));
        debt = new InterestToken("Lagoon Variable Debt USDC", "debtLagUSDC", 6, 500, address(lent_));
    }

    /// The tokens of a reserve, in the places where Aave 3 has them. Its rates and its limits are not kept here.
    struct ReserveData {
        uint256[8] configuration;
        address aTokenAddress;
        address stableDebtTokenAddress;
        address variableDebtTokenAddress;
        uint256[4] limits;
    }

    function getReserveData(address asset) external view returns (ReserveData memory data) {
        if (asset == address(collateral)) data.aTokenAddress = address(receipt);
        if (asset == address(lent)) data.variableDebtTokenAddress = address(debt);
    }

    /// What the user's collateral is worth, and what is owed, both in what is lent.
    function positionOf(address user) public view returns (uint256 worth, uint256 owed) {
        return (receipt.balanceOf(user) * price() / PRICE_SCALE, debt.balanceOf(user));
    }

    function price() public view returns (uint256) {
        try feed.latestRoundData() returns (uint80, int256 answer, uint256, uint256, uint80) {
            return uint256(answer);
        } catch {
            return _lastPrice;
        }
    }

    /// As those who govern such a pool do when the collateral has become riskier.
    function setThreshold(uint256 threshold_) external {
        require(msg.sender == owner, "LendingPool: not the owner");
        threshold = threshold_;
    }

    function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode) external {
        require(asset == address(collateral), "LendingPool: not a collateral");
        _lastPrice = price();
        collateral.transferFrom(msg.sender, address(this), amount);
        receipt.mint(msg.sender, onBehalfOf, amount);
        emit Supply(asset, msg.sender, onBehalfOf, amount, referralCode);
    }

    function withdraw(address asset, uint256 amount, address to) external {
        require(asset == address(collateral), "LendingPool: not a collateral");
        receipt.burn(msg.sender, to, amount);
        _requireCovered(msg.sender);
        collateral.transfer(to, amount);
        emit Withdraw(asset, msg.sender, to, amount);
    }

    function borrow(address asset, uint256 amount, uint256 mode, uint16 referralCode, address onBehalfOf) external {
        require(asset == address(lent) && onBehalfOf == msg.sender, "LendingPool: not lent");
        debt.mint(msg.sender, msg.sender, amount);
        _requireCovered(msg.sender);
        lent.transfer(msg.sender, amount);
        emit Borrow(asset, msg.sender, msg.sender, amount, uint8(mode), 5e25, referralCode);
    }

    /// More than is owed repays all.
    function repay(address asset, uint256 amount, uint256, address onBehalfOf) external {
        require(asset == address(lent), "LendingPool: not lent");
        uint256 owed = debt.balanceOf(onBehalfOf);
        uint256 paid = amount < owed ? amount : owed;
        debt.burn(onBehalfOf, address(0), paid);
        lent.transferFrom(msg.sender, address(this), paid);
        emit Repay(asset, onBehalfOf, msg.sender, paid, false);
    }

    /// Anybody may repay a part of what is not covered any more, for more than its worth of the collateral.
    function liquidationCall(address, address, address user, uint256 debtToCover, bool) external {
        (uint256 worth, uint256 owed) = positionOf(user);
        require(owed * 10_000 > worth * threshold, "LendingPool: it is covered");
        uint256 taken = debtToCover * PRICE_SCALE / price() * BONUS / 10_000;
        debt.burn(user, address(0), debtToCover);
        receipt.burn(user, msg.sender, taken);
        collateral.transfer(msg.sender, taken);
        lent.transferFrom(msg.sender, address(this), debtToCover);
        emit LiquidationCall(address(collateral), address(lent), user, debtToCover, taken, msg.sender, false);
    }

    function _requireCovered(address user) private view {
        (uint256 worth, uint256 owed) = positionOf(user);
        require(owed * 10_000 <= worth * threshold, "LendingPool: not covered");
    }
}
